#include "tensor/safetensors.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "tensor/place.h"
#include "tensor/safetensors_header.h"

namespace vjp {
namespace {

static_assert(std::endian::native == std::endian::little, "the format is little-endian");

constexpr uint64_t kMaxHeader = 100'000'000;  // the format's own limit

[[noreturn]] void fail_io(const std::string& path, const char* what) {
  int error = errno;
  char buffer[128];
  fail(VJP_ERROR_IO, "{}: {}: {}", path, what, static_cast<const char*>(strerror_r(error, buffer, sizeof buffer)));
}

}  // namespace

// ---- reading ----

Ref<Mapping> Mapping::make(const FileDescriptor& file, size_t bytes, const std::string& path) {
  auto mapping = Ref<Mapping>::take(new Mapping());
  void* data = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE, file.get(), 0);
  if (data == MAP_FAILED) {
    if (errno == ENOMEM) throw std::bad_alloc();
    fail_io(path, "cannot map");
  }
  mapping->data = static_cast<char*>(data);
  mapping->bytes = bytes;
  return mapping;
}

void Mapping::destroy(Mapping* mapping) noexcept {
  if (mapping->data) ::munmap(mapping->data, mapping->bytes);
  delete mapping;
}

Ref<SafetensorsFile> SafetensorsFile::open(const std::string& path) {
  auto file = Ref<SafetensorsFile>::take(new SafetensorsFile());
  file->path_ = path;
  file->file_ = FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status;
  if (file->file_.get() < 0) fail_io(path, "cannot open");  // a pipe is not waited for
  if (::fstat(file->file_.get(), &status) != 0) fail_io(path, "cannot stat");
  if (!S_ISREG(status.st_mode)) fail(VJP_ERROR_IO, "{}: not a regular file", path);
  const size_t bytes = file->bytes_ = static_cast<size_t>(status.st_size);
  if (bytes < 8) fail(VJP_ERROR_IO, "{}: {} bytes are too few for a safetensors file", path, bytes);
  uint64_t length;
  file->read(reinterpret_cast<char*>(&length), 8, 0, "its header");
  if (length > bytes - 8 || length > kMaxHeader) {
    fail(VJP_ERROR_IO, "{}: no safetensors file, or truncated: a header of {} bytes is announced, {} follow", path,
         length, bytes - 8);
  }
  file->data_start_ = 8 + static_cast<size_t>(length);
  std::string text(static_cast<size_t>(length), '\0');
  file->read(text.data(), text.size(), 8, "its header");
  try {
    SafetensorsHeader header = parse_safetensors_header(text);
    check_safetensors_layout(header.entries, bytes - file->data_start_);
    file->entries_ = std::move(header.entries);
    file->metadata_ = std::move(header.metadata);
  } catch (const Error& e) {
    fail(e.status(), "{}: {}", path, e.what());
  }
  auto& order = file->by_name_;
  for (size_t i = 0; i < file->entries_.size(); ++i) order.push_back(i);
  auto name = [&](size_t i) -> const std::string& { return file->entries_[i].name; };
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return name(a) < name(b); });
  for (size_t i = 1; i < order.size(); ++i)
    if (name(order[i - 1]) == name(order[i])) fail(VJP_ERROR_IO, "{}: tensor '{}' occurs twice", path, name(order[i]));
  return file;
}

const std::string* SafetensorsFile::metadata(std::string_view key) const {
  for (const auto& [k, value] : metadata_)
    if (k == key) return &value;
  return nullptr;
}

SafetensorsFile::Entry& SafetensorsFile::find(std::string_view name) {
  auto found = std::lower_bound(by_name_.begin(), by_name_.end(), name,
                                [&](size_t i, std::string_view wanted) { return entries_[i].name < wanted; });
  if (found == by_name_.end() || entries_[*found].name != name) {
    fail(VJP_ERROR_INVALID, "{}: there is no tensor '{}' among its {}", path_, name, entries_.size());
  }
  Entry& entry = entries_[*found];
  if (entry.dtype == Dtype::None) {
    fail(VJP_ERROR_DTYPE, "{}: tensor '{}' has dtype {}, which libvjp does not have", path_, entry.name, entry.type);
  }
  checked_numel(entry.shape, "safetensors");
  return entry;
}

namespace {
Tensor tensor_on(Ref<Storage> storage, const SafetensorsFile::Entry& entry) {
  Dims sizes{IntSpan(entry.shape)};
  return Tensor::take(TensorImpl::make(std::move(storage), 0, entry.dtype, sizes, contiguous_strides(sizes)));
}
}  // namespace

Tensor SafetensorsFile::get(std::string_view name) {
  Entry& entry = find(name);
  std::lock_guard lock(mutex_);
  if (!entry.storage) entry.storage = map(entry);
  return tensor_on(entry.storage, entry);
}

Tensor SafetensorsFile::read(std::string_view name) {
  const Entry& entry = find(name);
  return tensor_on(read(entry), entry);
}

Ref<Storage> SafetensorsFile::map(Entry& entry) {
  if (!mapping_) mapping_ = Mapping::make(file_, bytes_, path_);
  char* data = mapping_->data + data_start_ + entry.begin;
  auto bytes = static_cast<size_t>(entry.end - entry.begin);
  size_t alignment = is_complex(entry.dtype) ? size_of(entry.dtype) / 2 : size_of(entry.dtype);
  // written by a program that did not pad the header
  if (reinterpret_cast<uintptr_t>(data) % alignment != 0) return read(entry);
  check_bools(entry, data);
  Ref<Mapping> mapping = mapping_;
  auto drop = [](void* context) { Ref<Mapping>::take(static_cast<Mapping*>(context)); };
  Ref<Storage> storage = Storage::wrap(data, bytes, mapping.get(), drop);
  mapping.detach();
  return storage;
}

Ref<Storage> SafetensorsFile::read(const Entry& entry) const {
  OperatorDevice here({});
  auto bytes = static_cast<size_t>(entry.end - entry.begin);
  Ref<Storage> storage = Storage::make(bytes);
  read(storage->data, bytes, data_start_ + static_cast<size_t>(entry.begin), entry.name);
  check_bools(entry, storage->data);
  return storage;
}

// The file may have changed since it was opened.
void SafetensorsFile::read(char* to, size_t bytes, size_t from, std::string_view what) const {
  for (size_t done = 0; done < bytes;) {
    ssize_t n = ::pread(file_.get(), to + done, bytes - done, static_cast<off_t>(from + done));
    if (n > 0) {
      done += static_cast<size_t>(n);
    } else if (n == 0) {
      fail(VJP_ERROR_IO, "{}: cut short while it was open: it ends at byte {}, '{}' goes on to {}", path_, from + done,
           what, from + bytes);
    } else if (errno != EINTR) {
      fail_io(path_, "cannot read");
    }
  }
}

void SafetensorsFile::check_bools(const Entry& entry, const char* data) const {
  if (entry.dtype != Dtype::Bool) return;
  if (std::any_of(data, data + (entry.end - entry.begin), [](char c) { return c & ~1; }))
    fail(VJP_ERROR_IO, "{}: tensor '{}' is BOOL and has bytes other than 0 and 1", path_, entry.name);
}

// ---- writing ----

namespace {

// A file beside the target, which vanishes unless it is renamed to it.
class Replacement {
 public:
  explicit Replacement(std::string target) : target_(std::move(target)) {
    static std::atomic<uint32_t> counter{0};
    // through a link: the file that it names is replaced, not the link
    if (std::unique_ptr<char, void (*)(void*)> real(::realpath(target_.c_str(), nullptr), std::free); real)
      target_ = real.get();
    struct stat former;
    bool exists = ::stat(target_.c_str(), &former) == 0;
    if (exists && !S_ISREG(former.st_mode)) fail(VJP_ERROR_IO, "{}: not a regular file; it is not replaced", target_);
    path_ = format("{}.tmp.{}.{}", target_, static_cast<int64_t>(::getpid()), counter.fetch_add(1));
    int fd = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) fail_io(path_, "cannot create");
    file_ = std::make_unique<FileDescriptor>(fd);
    // what others may do with the old file they may do with the new one, and no more
    if (exists && ::fchmod(fd, former.st_mode & 07777) != 0) {
      ::unlink(path_.c_str());
      fail_io(path_, "cannot set the mode of");
    }
  }
  ~Replacement() {
    if (!done_) ::unlink(path_.c_str());
  }

  void write(const char* data, size_t bytes) {
    while (bytes > 0) {
      ssize_t n = ::write(file_->get(), data, std::min(bytes, size_t{1} << 30));
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) fail_io(target_, "cannot write");
      data += n;
      bytes -= static_cast<size_t>(n);
    }
  }

  void commit() {
    if (::fsync(file_->get()) != 0 || file_->close() != 0) fail_io(target_, "cannot write");
    if (::rename(path_.c_str(), target_.c_str()) != 0) fail_io(target_, "cannot replace");
    done_ = true;
    // the new name must survive a power failure too; where a folder cannot be synced, nothing better can be done
    size_t slash = target_.rfind('/');
    std::string folder = slash == std::string::npos ? "." : slash == 0 ? "/" : target_.substr(0, slash);
    FileDescriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.get() >= 0) ::fsync(directory.get());
  }

 private:
  std::string target_, path_;
  std::unique_ptr<FileDescriptor> file_;
  bool done_ = false;
};

void write_elements(Replacement& out, const Tensor& given) {
  const Tensor t = on_host(given);
  size_t size = size_of(t.dtype());
  if (t.contiguous()) {
    out.write(t.raw(), static_cast<size_t>(t.numel()) * size);
    return;
  }
  std::vector<char> buffer(std::min(static_cast<size_t>(t.numel()) * size, size_t{1} << 20) / size * size);
  Dims at = Dims::filled(t.ndim(), 0);
  size_t used = 0;
  int64_t place = 0;
  for (int64_t i = 0; i < t.numel(); ++i) {
    std::memcpy(buffer.data() + used, t.raw() + place * static_cast<int64_t>(size), size);
    used += size;
    if (used == buffer.size()) out.write(buffer.data(), std::exchange(used, 0));
    for (int d = t.ndim(); d-- > 0;) {
      place += t.strides()[d];
      if (++at[d] < t.sizes()[d]) break;
      place -= at[d] * t.strides()[d];
      at[d] = 0;
    }
  }
  out.write(buffer.data(), used);
}

void append_entry(std::string& json, const NamedTensor& named, uint64_t begin, uint64_t end) {
  append_json_string(json, named.name);
  json += format(":{\"dtype\":\"{}\",\"shape\":[", safetensors_type(named.tensor.dtype()));
  for (int i = 0; i < named.tensor.ndim(); ++i) {
    if (i) json += ',';
    json += std::to_string(named.tensor.sizes()[i]);
  }
  json += format("],\"data_offsets\":[{},{}]}", begin, end);
}

void check_names(const std::vector<NamedTensor>& tensors) {
  std::vector<std::string_view> names;
  for (const NamedTensor& named : tensors) {
    if (!is_utf8(named.name)) fail(VJP_ERROR_INVALID, "safetensors_save: the name '{}' is not UTF-8", named.name);
    if (named.name == "__metadata__")
      fail(VJP_ERROR_INVALID, "safetensors_save: a tensor cannot be named '__metadata__'");
    if (!safetensors_type(named.tensor.dtype())) {
      fail(VJP_ERROR_DTYPE, "safetensors_save: the format has no dtype for '{}', which is {}", named.name,
           named.tensor);
    }
    names.push_back(named.name);
  }
  std::sort(names.begin(), names.end());
  if (auto twice = std::adjacent_find(names.begin(), names.end()); twice != names.end()) {
    fail(VJP_ERROR_INVALID, "safetensors_save: the name '{}' is given twice", *twice);
  }
}

std::string metadata_json(const std::vector<std::pair<std::string, std::string>>& metadata) {
  std::vector<std::string_view> keys;
  for (const auto& [key, value] : metadata) keys.push_back(key);
  std::sort(keys.begin(), keys.end());
  if (auto twice = std::adjacent_find(keys.begin(), keys.end()); twice != keys.end())
    fail(VJP_ERROR_INVALID, "safetensors_save: the metadata key '{}' is given twice", *twice);
  std::string json = "\"__metadata__\":{";
  for (size_t i = 0; i < metadata.size(); ++i) {
    const auto& [key, value] = metadata[i];
    if (!is_utf8(key) || !is_utf8(value))
      fail(VJP_ERROR_INVALID, "safetensors_save: the metadata of '{}' are not UTF-8", key);
    if (i) json += ',';
    append_json_string(json, key);
    json += ':';
    append_json_string(json, value);
  }
  return json + "}";
}

}  // namespace

void save_safetensors(const std::string& path, const std::vector<NamedTensor>& tensors,
                      const std::vector<std::pair<std::string, std::string>>& metadata) {
  check_names(tensors);
  // wide elements first: then every tensor is aligned, for there are no gaps
  std::vector<const NamedTensor*> order;
  for (const NamedTensor& named : tensors) order.push_back(&named);
  std::stable_sort(order.begin(), order.end(), [](const NamedTensor* a, const NamedTensor* b) {
    return size_of(a->tensor.dtype()) > size_of(b->tensor.dtype());
  });
  std::string header = "{";
  if (!metadata.empty()) header += metadata_json(metadata);
  uint64_t at = 0;
  for (const NamedTensor* named : order) {
    if (header.size() > 1) header += ',';
    uint64_t end = at + static_cast<uint64_t>(named->tensor.numel()) * size_of(named->tensor.dtype());
    append_entry(header, *named, std::exchange(at, end), end);
  }
  header += '}';
  header.resize((header.size() + 8 + 63) / 64 * 64 - 8, ' ');
  if (header.size() > kMaxHeader)
    fail(VJP_ERROR_INVALID, "safetensors_save: {} bytes of names and metadata", header.size());
  Replacement file(path);
  uint64_t length = header.size();
  file.write(reinterpret_cast<const char*>(&length), sizeof length);
  file.write(header.data(), header.size());
  for (const NamedTensor* named : order) write_elements(file, named->tensor);
  file.commit();
}

}  // namespace vjp
