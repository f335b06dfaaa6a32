# Learns handwritten digits with a small convolutional network; in C, Python and Rust it ends with the same bits.
#
#   julia --project=bindings/julia/VJP digits.jl FILE [--device sim:0]   (examples/data/digits.safetensors)

using Printf
using VJP

const EPOCHS, BATCH, RATE, MOMENTUM = 12, 32, 0.05, 0.9

"He's initialisation, or zeros for a bias."
function parameter(shape, fan_in)
    value = VJP.randn(shape)
    VJP.mul!(value, fan_in > 0 ? sqrt(2 / fan_in) : 0.0)
    return requires_grad!(value)
end

"Two convolutions with relu, pooling, one linear layer."
function network(p, x)
    x = VJP.relu(VJP.conv2d(x, p[1], p[2]; padding=1))
    x = VJP.relu(VJP.conv2d(x, p[3], p[4]; padding=1))
    return VJP.linear(VJP.flatten(VJP.max_pool2d(x, 2), 2), p[5], p[6])
end

loss_of(p, x, y) = VJP.cross_entropy(network(p, x), y)

"Stochastic gradient descent with momentum."
function update!(p, velocity)
    VJP.mul!(velocity, MOMENTUM)
    VJP.add!(velocity, grad(p))
    VJP.sub_alpha!(p, velocity, RATE)
    set_grad!(p, nothing)
end

"Every training image once, in an order drawn anew. Returns the number of steps."
function epoch!(p, velocity, images, labels)
    _, order = VJP.sort(VJP.rand([size(images, 1)]))
    steps = size(images, 1) ÷ BATCH
    for i in 0:steps-1
        some = order[i*BATCH+1:(i+1)*BATCH]
        backward!(loss_of(p, VJP.index_select(images, 1, some), VJP.index_select(labels, 1, some)))
        no_grad() do
            foreach(update!, p, velocity)
        end
    end
    return steps
end

function main(path, device=Device("cpu"))
    default_device!(device)  # of the parameters
    file = SafetensorsFile(path)
    images = VJP.unsqueeze(VJP.to(file["images"], device, Float32) / 16.0, 2)
    labels = VJP.to(file["labels"], device, Int64)
    # Every fifth image is for the test; the others, for training, are what is left of each group of five.
    test_x, test_y = images[1:5:end, ..], labels[1:5:end]
    train_x, train_y = (VJP.cat([t[i:5:size(t, 1), ..] for i in 2:5]) for t in (images, labels))

    manual_seed!(1)
    shapes = [[16, 1, 3, 3], [16], [32, 16, 3, 3], [32], [10, 512], [10]]
    p = parameter.(shapes, [9, 0, 144, 0, 512, 0])
    velocity = VJP.zeros.(shapes)

    begun = time()
    steps = sum(epoch!(p, velocity, train_x, train_y) for _ in 1:EPOCHS)
    synchronize(device)
    seconds = time() - begun

    no_grad() do
        loss = Float64(loss_of(p, train_x, train_y))
        right = VJP.eq(VJP.argmax(network(p, test_x), 2), test_y)
        accuracy = Float64(VJP.mean(VJP.to(right, Float32)))
        @printf("Julia   %6.2f %%  %.6a  %6.2f s  %7.1f steps/s\n", 100accuracy, loss, seconds, steps / seconds)
    end
end

if length(ARGS) == 1
    main(ARGS[1])
elseif length(ARGS) == 3 && ARGS[2] == "--device"
    main(ARGS[1], Device(ARGS[3]))
else
    println(stderr, "usage: digits.jl FILE [--device NAME]   (examples/data/digits.safetensors)")
    exit(2)
end
