// Safetensors files: named tensors after a JSON header. Reading maps the file; writing never leaves a half-written one.
#pragma once

#include <unistd.h>

#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/ref.h"
#include "tensor/named_tensor.h"
#include "tensor/tensor.h"

namespace vjp {

class FileDescriptor {
 public:
  explicit FileDescriptor(int fd = -1) : fd_(fd) {}
  ~FileDescriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  int get() const { return fd_; }
  // Closes now: some file systems report a failed write only here.
  int close() { return ::close(std::exchange(fd_, -1)); }

 private:
  int fd_;
};

// The pages of a file, mapped copy on write: what a program writes there, the file never sees.
class Mapping {
 public:
  static Ref<Mapping> make(const FileDescriptor& file, size_t bytes, const std::string& path);
  static void destroy(Mapping* mapping) noexcept;

  RefCount refs;
  char* data = nullptr;
  size_t bytes = 0;
};

class SafetensorsFile {
 public:
  struct Entry {
    std::string name, type;  // the type as the file spells it
    Dtype dtype = Dtype::None;
    std::vector<int64_t> shape;
    uint64_t begin = 0, end = 0;  // from the end of the header
    Ref<Storage> storage;         // made at the first get, and shared by all
  };

  // Reads and checks the whole header: everything in a file may be hostile.
  static Ref<SafetensorsFile> open(const std::string& path);
  static void destroy(SafetensorsFile* file) noexcept { delete file; }

  const std::vector<Entry>& entries() const { return entries_; }
  const std::string* metadata(std::string_view key) const;
  // From any thread.
  Tensor get(std::string_view name);   // on the mapped memory
  Tensor read(std::string_view name);  // in memory of its own

  RefCount refs;

 private:
  SafetensorsFile() = default;
  Entry& find(std::string_view name);
  Ref<Storage> map(Entry& entry);
  Ref<Storage> read(const Entry& entry) const;
  void read(char* to, size_t bytes, size_t from, std::string_view what) const;
  void check_bools(const Entry& entry, const char* data) const;

  std::mutex mutex_;  // of the entries' storages, and of the mapping
  std::string path_;
  FileDescriptor file_;
  size_t bytes_ = 0;      // when it was opened
  Ref<Mapping> mapping_;  // made at the first get
  size_t data_start_ = 0;
  std::vector<Entry> entries_;   // in the file's order
  std::vector<size_t> by_name_;  // positions in entries_, sorted by name
  std::vector<std::pair<std::string, std::string>> metadata_;
};

// Writes beside `path`, syncs, renames: on any failure the old file is untouched.
void save_safetensors(const std::string& path, const std::vector<NamedTensor>& tensors,
                      const std::vector<std::pair<std::string, std::string>>& metadata);

}  // namespace vjp
