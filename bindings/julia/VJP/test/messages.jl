# What users read when something is wrong: mistakes made on purpose, and the key words of each message.

function told(mistake)
    try
        mistake()
        return "no error"
    catch exception
        return sprint(showerror, exception)
    end
end

@testset "messages name the user's operator, count from 1, and say what came" begin
    a, v = Tensor([1.0 2.0 3.0; 4.0 5.0 6.0]), Tensor([1.0, 2.0])
    leaf() = Tensor([1.0, 2.0]; requires_grad=true)
    image(sizes...) = Tensor(ones(Float32, sizes...))
    for (mistake, words) in [
        (() -> a[5, 1], ["index 5 is not in 1:2, of dimension 1"]),
        (() -> a[:, [1, 9]], ["index 9 is not in 1:3, of dimension 2"]),
        (() -> (a[1, 7] = 2.0), ["index 7 is not in 1:3, of dimension 2"]),
        (() -> (a[1:2, 1] = Tensor(ones(3))), ["(3,)", "(2,)"]),
        (() -> VJP.norm(a; dim=4), ["norm: dimension 4 is out of range, expected one in 1:2", "dim [4]"]),
        (() -> VJP.normalize(a; dim=5), ["normalize: dimension 5", "1:2"]),
        (() -> sum(a; dims=4), ["dims=4", "1 to 2"]),
        (() -> VJP.flatten(Tensor(ones(2, 3, 4)); start_dim=3, end_dim=2), ["flatten: start_dim 3 comes after end_dim 2"]),
        (() -> VJP.movedim(a, (1, 1), (1, 2)), ["movedim: a dimension is given twice in 'source' [1, 1]"]),
        (() -> VJP.roll(a, (1, 2); dims=(1,)), ["roll: 'shifts' is [1, 2] and 'dims' is [1]"]),
        (() -> VJP.stack([a, v]), ["stack: tensor 2 is [2], but tensor 1 is [2, 3]"]),
        (() -> VJP.cat([a, v]), ["cat: tensor 2 is [2], but tensor 1 is [2, 3]", "number of dimensions"]),
        (() -> a * a, ["(2, 3)"]),
        (() -> VJP.matmul(a, a), ["matmul: 'input' is [2, 3], 'other' is [2, 3]"]),
        (() -> VJP.mm(a, v), ["mm: 'input' is [2, 3], 'mat2' is [2]"]),
        (() -> VJP.linear(a, v), ["linear: 'input' is [2, 3], 'weight' is [2]"]),
        (() -> VJP.einsum("ij,jk->ik", [a, a]), ["einsum: label 'j' stands for sizes 3 and 2"]),
        (() -> VJP.einsum("ij->k", [a]), ["einsum: the output of \"ij->k\" has label 'k', which no operand has"]),
        (() -> VJP.cross_entropy(a, Tensor([0, 7])), ["cross_entropy: 'target' holds class 7", "0 to 2"]),
        (() -> VJP.embedding(Tensor([1.5]), a), ["embedding: 'input' is float64[1], expected integers"]),
        (() -> VJP.gather(a, 2, Tensor([0 1 5; 0 0 0])), ["gather: index 5 is out of range"]),
        (() -> VJP.group_norm(a, 2), ["group_norm: 'input' is [2, 3], whose channels (dimension 2)"]),
        (() -> VJP.layer_norm(a, (4,)), ["layer_norm: 'normalized_shape' [4]", "[2, 3]"]),
        (() -> VJP.split_with_sizes(a, (1, 3), 1), ["split_with_sizes: sizes [1, 3] do not add up to 2, the size of dimension 1"]),
        (() -> VJP.transpose(a, 1, 5), ["transpose: dimension 5 is out of range", "1:2"]),
        (() -> VJP.select(a, 3, 1), ["select: dimension 3 is out of range"]),
        (() -> reshape(a, 4, 2), ["reshape", "(2, 3) has 6 elements", "(4, 2)"]),
        (() -> VJP.expand(a, (4, 3)), ["expand: 'input' of shape [2, 3] does not expand to [4, 3]"]),
        (() -> VJP.conv2d(image(1, 3, 8, 8), image(4, 2, 3, 3)), ["conv2d: 'weight' is [4, 2, 3, 3]", "for 2 channels", "has 3"]),
        (() -> VJP.max_pool2d(image(1, 1, 2, 2), 3), ["max_pool2d: 'kernel_size' [3, 3]", "[1, 1, 2, 2]"]),
        (() -> Tensor([1.0]; device="gpu"), ["no backend 'gpu'", "types of devices here: cpu"]),
        (() -> Tensor([1.0]; device="cpu:7"), ["cpu"]),
        (() -> a + v, ["+: sizes (2, 3) and (2,) differ; .+ broadcasts"]),
        (() -> VJP.add(a, Tensor(ones(4))), ["add: shapes [2, 3] and [4] do not broadcast"]),
        (() -> backward!(leaf()), ["backward: root 1", "one-element roots only", "[2]"]),
        (() -> backward!(v), ["backward: root 1"]),
        (() -> grad(sum(leaf()), v), ["grad: input 1 (float64[2]) does not require grad"]),
        (() -> grad(sum(leaf()), leaf()), ["grad: input 1 (float64[2]) was not reached"]),
        (() -> VJP.add!(leaf(), 1.0), ["add_: the target float64[2] is a leaf that requires grad"]),
        (() -> VJP.sin("a"), ["no method matching sin(::String)"])]
        message = told(mistake)
        for word in words
            @test occursin(word, message) || message
        end
        @test !occursin("/lib", message)
    end
end
