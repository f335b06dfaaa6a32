#include "entry.h"

#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>

namespace golden {
namespace {

Spec read_spec(const Json& json) {
  Spec spec;
  spec.name = json.at("dtype").text;
  spec.dtype = vjp_dtype_from_name(spec.name.c_str());
  spec.shape = json.at("shape").ints();
  if (const Json* strides = json.find("strides")) spec.strides = strides->ints();
  if (const Json* offset = json.find("offset")) spec.offset = offset->integer;
  if (const Json* view = json.find("view_of")) spec.view_of = view->integer;
  spec.grad = json.flag("grad");
  return spec;
}

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Failure("cannot read " + path);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

}  // namespace

std::vector<Spec> read_specs(const Json& list) {
  std::vector<Spec> out;
  for (const Json& item : list.items) out.push_back(read_spec(item));
  return out;
}

std::string text_of(const int64_t* shape, size_t ndim) {
  std::string out;
  for (size_t i = 0; i < ndim; ++i) out += (i ? ", " : "") + std::to_string(shape[i]);
  return "[" + out + "]";
}

std::vector<Complex> elements(vjp_tensor* tensor) {
  std::vector<Complex> out(static_cast<size_t>(vjp_tensor_numel(tensor)));
  check(vjp_tensor_copy_to(tensor, out.data(), out.size() * sizeof(Complex), VJP_DTYPE_COMPLEX128), "copy_to");
  return out;
}

namespace {

bool on_host() {
  vjp_device device;
  check(vjp_get_default_device(&device), "default device");
  return device.kind == VJP_DEVICE_CPU;
}

// A tensor of the default device with the memory given, of which it shows a part.
Tensor on_device(const std::vector<char>& memory, const Spec& spec) {
  auto extent = static_cast<int64_t>(memory.size() / vjp_dtype_size(spec.dtype));
  GradMode off(false);
  Tensor whole, part, out;
  check(vjp_tensor_from_data(memory.data(), &extent, 1, spec.dtype, whole.out()), "strided input");
  check(vjp_as_strided(whole.get(), spec.shape.data(), spec.shape.size(), spec.strides.data(), spec.strides.size(),
                       &spec.offset, part.out()),
        "strided input");
  check(vjp_tensor_empty(nullptr, 0, spec.dtype, out.out()), "strided input");
  check(vjp_tensor_set_data(out.get(), part.get()), "strided input");  // no view: inputs are leaves
  return out;
}

}  // namespace

int64_t Spec::extent() const {
  int64_t n = numel() == 0 ? 0 : offset + 1;
  if (strides.empty()) return n == 0 ? 0 : offset + numel();
  for (size_t d = 0; d < shape.size() && n > 0; ++d) n += (shape[d] - 1) * strides[d];
  return n;
}

std::vector<char> bytes_of(vjp_tensor* tensor) {
  vjp_dtype dtype = vjp_tensor_dtype(tensor);
  std::vector<char> out(static_cast<size_t>(vjp_tensor_numel(tensor)) * vjp_dtype_size(dtype));
  check(vjp_tensor_copy_to(tensor, out.data(), out.size(), dtype), "copy_to");
  return out;
}

std::vector<char> memory_of(vjp_tensor* tensor, const Spec& spec) {
  if (on_host()) {
    auto size = static_cast<int64_t>(vjp_dtype_size(spec.dtype));
    const char* first = static_cast<const char*>(vjp_tensor_data(tensor)) - spec.offset * size;
    return std::vector<char>(first, first + spec.extent() * size);
  }
  GradMode off(false);
  const int64_t extent = spec.extent(), step = 1, start = vjp_tensor_storage_offset(tensor) - spec.offset;
  Tensor plain, whole;
  check(vjp_tensor_detach(tensor, plain.out()), "memory of an input");
  check(vjp_as_strided(plain.get(), &extent, 1, &step, 1, &start, whole.out()), "memory of an input");
  return bytes_of(whole.get());
}

Tensor lay_out(const Spec& spec, const Tensor& values) {
  size_t ndim = spec.shape.size(), size = vjp_dtype_size(spec.dtype);
  Tensor out;
  const std::vector<char> bytes = bytes_of(values.get());
  const char* from = bytes.data();
  if (spec.strides.empty() || spec.numel() == 0) {
    check(vjp_tensor_from_data(from, spec.shape.data(), ndim, spec.dtype, out.out()), "input");
    return out;
  }
  // the places between the elements hold what must never be read
  auto* memory = new std::vector<char>(static_cast<size_t>(spec.extent()) * size, '\x7f');
  std::vector<int64_t> at(ndim, 0);
  for (int64_t i = 0; i < spec.numel(); ++i) {
    int64_t place = spec.offset;
    for (size_t d = 0; d < ndim; ++d) place += at[d] * spec.strides[d];
    std::memcpy(memory->data() + static_cast<size_t>(place) * size, from + static_cast<size_t>(i) * size, size);
    for (size_t d = ndim; d-- > 0 && ++at[d] == spec.shape[d];) at[d] = 0;
  }
  if (!on_host()) {
    std::unique_ptr<std::vector<char>> owned(memory);
    return on_device(*memory, spec);
  }
  auto drop = [](void* context) { delete static_cast<std::vector<char>*>(context); };
  vjp_status status =
      vjp_tensor_from_memory(memory->data() + static_cast<size_t>(spec.offset) * size, spec.shape.data(),
                             spec.strides.data(), ndim, spec.dtype, memory, drop, out.out());
  if (status != VJP_OK) drop(memory);
  check(status, "strided input");
  return out;
}

int64_t Spec::numel() const {
  int64_t n = 1;
  for (int64_t size : shape) n *= size;
  return n;
}

Entry::Entry(const std::string& path) : head_(parse_json(read_text(path + ".json"))) {
  check(vjp_safetensors_open((path + ".safetensors").c_str(), file_.out()), path + ".safetensors");
}

std::vector<std::string> Entry::names() const {
  std::vector<std::string> out{head_.at("op").text, head_.at("call").at("name").text};
  if (const Json* aliases = head_.find("aliases"))
    for (const Json& alias : aliases->items) out.push_back(alias.text);
  return out;
}

Tensor Entry::array(int64_t sample, const char* role, size_t index) const {
  std::string name = std::to_string(sample) + "." + role + "." + std::to_string(index);
  Tensor out;
  // a group without the array means zeros, and whether it may be absent was decided when the files were made
  if (vjp_safetensors_get(file_.get(), name.c_str(), out.out()) != VJP_OK) return {};
  const char* list = std::string(role) == "in" || std::string(role) == "vjp" || std::string(role) == "tan" ||
                             std::string(role) == "dir" || std::string(role) == "gin" || std::string(role) == "mut"
                         ? "inputs"
                         : "outputs";
  const Json& described = samples().at(static_cast<size_t>(sample)).at(list).items.at(index);
  // complex numbers are stored as pairs of float64, in one more dimension
  bool pairs = described.at("dtype").text == "complex128" && std::string(role) != "omask";
  if (!pairs && on_host()) return out;
  Tensor mapped = std::move(out);
  size_t ndim = vjp_tensor_ndim(mapped.get());
  check(vjp_tensor_from_data(vjp_tensor_data(mapped.get()), vjp_tensor_shape(mapped.get()), pairs ? ndim - 1 : ndim,
                             pairs ? VJP_DTYPE_COMPLEX128 : vjp_tensor_dtype(mapped.get()), out.out()),
        name);
  return out;
}

}  // namespace golden
