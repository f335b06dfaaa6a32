// C entry points: safetensors files.
#include "tensor/safetensors.h"

#include "capi/capi.h"
#include "graph/meta.h"
#include "vjp/safetensors.h"

using namespace vjp;

namespace {

SafetensorsFile* file_of(vjp_safetensors* handle) { return reinterpret_cast<SafetensorsFile*>(handle); }
const SafetensorsFile* file_of(const vjp_safetensors* handle) {
  return reinterpret_cast<const SafetensorsFile*>(handle);
}

}  // namespace

extern "C" {

vjp_status vjp_safetensors_open(const char* path, vjp_safetensors** out) {
  return guard([&] {
    VJP_ARG(path);
    VJP_ARG(out);
    *out = reinterpret_cast<vjp_safetensors*>(SafetensorsFile::open(path).detach());
  });
}

vjp_safetensors* vjp_safetensors_retain(vjp_safetensors* file) {
  if (file) file_of(file)->refs.retain();
  return file;
}

void vjp_safetensors_release(vjp_safetensors* file) { Ref<SafetensorsFile>::take(file_of(file)); }

size_t vjp_safetensors_count(const vjp_safetensors* file) { return file ? file_of(file)->entries().size() : 0; }

const char* vjp_safetensors_name(const vjp_safetensors* file, size_t index) {
  if (index >= vjp_safetensors_count(file)) return nullptr;
  return file_of(file)->entries()[index].name.c_str();
}

const char* vjp_safetensors_metadata(const vjp_safetensors* file, const char* key) {
  if (!file || !key) return nullptr;
  const std::string* value = file_of(file)->metadata(key);
  return value ? value->c_str() : nullptr;
}

vjp_status vjp_safetensors_get(vjp_safetensors* file, const char* name, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(file);
    VJP_ARG(name);
    VJP_ARG(out);
    *out = give(file_of(file)->get(name));
  });
}

vjp_status vjp_safetensors_read(vjp_safetensors* file, const char* name, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(file);
    VJP_ARG(name);
    VJP_ARG(out);
    *out = give(file_of(file)->read(name));
  });
}

vjp_status vjp_safetensors_save(const char* path, const char* const* names, vjp_tensor* const* tensors, size_t count,
                                const char* const* metadata, size_t metadata_count) {
  return guard([&] {
    VJP_ARG(path);
    if (count > 0) {
      VJP_ARG(names);
      VJP_ARG(tensors);
    }
    if (metadata_count > 0) VJP_ARG(metadata);
    std::vector<NamedTensor> list;
    for (size_t i = 0; i < count; ++i) {
      if (!names[i] || !tensors[i]) fail(VJP_ERROR_INVALID, "safetensors_save: name or tensor {} is null", i);
      refuse_batched(*impl_of(tensors[i]), "safetensors");
      list.push_back({names[i], borrow(tensors[i])});
    }
    std::vector<std::pair<std::string, std::string>> pairs;
    for (size_t i = 0; i < metadata_count; ++i) {
      const char *key = metadata[2 * i], *value = metadata[2 * i + 1];
      if (!key || !value) fail(VJP_ERROR_INVALID, "safetensors_save: metadata pair {} has a null", i);
      pairs.emplace_back(key, value);
    }
    save_safetensors(path, list, pairs);
  });
}

}  // extern "C"
