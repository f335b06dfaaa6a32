@testset "what is saved is loaded" begin
    mktempdir() do folder
        path = joinpath(folder, "weights.safetensors")
        w, labels = rand(Float32, 2, 3), Int64[7, 8]
        save_safetensors(path, ["w" => share(w), "labels" => Tensor(labels)]; metadata=["step" => "3"])
        file = SafetensorsFile(path)
        @test sort(keys(file)) == ["labels", "w"]
        @test file["w"] == w && file["labels"] == labels
        @test VJP.metadata(file, "step") == "3" && VJP.metadata(file, "none") === nothing
        @test_throws VJPError file["bias"]
    end
    error = thrown(() -> SafetensorsFile("/nonexistent/weights.safetensors"))
    @test error isa FileError && occursin("weights.safetensors", error.message)
end
