#include "backends/cuda/jit.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "backends/cuda/device_sources.h"
#include "backends/cuda/libraries.h"

namespace vjp::cuda {
namespace {

const char* const kOptions[] = {"--std=c++20", "--fmad=false", "--device-as-default-execution-space"};

uint64_t hash_of(const std::string& text) {  // FNV-1a
  uint64_t hash = 14695981039346656037ull;
  for (unsigned char c : text) hash = (hash ^ c) * 1099511628211ull;
  return hash;
}

// Everything that the machine code depends on.
std::string identity_of(const std::string& source, int capability) {
  static const std::string common = [] {
    std::string text = "vjp program 1\n";
    int major = 0, minor = 0;
    nvrtc()->nvrtcVersion(&major, &minor);
    text += "nvrtc " + std::to_string(major) + "." + std::to_string(minor) + "\n";
    for (const char* option : kOptions) text += std::string(option) + "\n";
    std::string headers;
    for (const DeviceSource& header : kDeviceSources) headers += header.text;
    return text + "headers " + std::to_string(hash_of(headers)) + " " + std::to_string(headers.size()) + "\n";
  }();
  return common + "sm_" + std::to_string(capability) + "\n" + source;
}

void append(std::string& file, const std::string& part) {
  uint64_t length = part.size(), hash = hash_of(part);
  file.append(reinterpret_cast<const char*>(&length), sizeof length);
  file.append(reinterpret_cast<const char*>(&hash), sizeof hash);
  file += part;
}
bool take(const std::string& file, size_t& at, std::string& part) {
  uint64_t length, hash;
  if (file.size() - at < sizeof length + sizeof hash) return false;
  std::memcpy(&length, file.data() + at, sizeof length);
  std::memcpy(&hash, file.data() + at + sizeof length, sizeof hash);
  at += sizeof length + sizeof hash;
  if (file.size() - at < length) return false;
  part.assign(file, at, length);
  at += length;
  return hash_of(part) == hash;
}

std::string read_file(const std::string& path) {
  std::string text;
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return text;
  char buffer[65536];
  ssize_t length;
  while ((length = read(file, buffer, sizeof buffer)) > 0) text.append(buffer, static_cast<size_t>(length));
  close(file);
  return text;
}

void make_folders(const std::string& path) {
  for (size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) {
    mkdir(path.substr(0, at).c_str(), 0700);
  }
  mkdir(path.c_str(), 0700);
}

// Whole or not at all, also while another process writes it. A cache that cannot be written costs time, no more.
void write_file(const std::string& path, const std::string& text) {
  static std::atomic<unsigned> counter{0};
  std::string draft = path + "." + std::to_string(getpid()) + "." + std::to_string(counter.fetch_add(1));
  int file = open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return;
  size_t written = 0;
  while (written < text.size()) {
    ssize_t length = write(file, text.data() + written, text.size() - written);
    if (length < 0 && errno == EINTR) continue;
    if (length <= 0) break;
    written += static_cast<size_t>(length);
  }
  bool good = close(file) == 0 && written == text.size();
  if (!good || rename(draft.c_str(), path.c_str()) != 0) unlink(draft.c_str());
}

}  // namespace

std::string cache_folder() {
  if (const char* own = std::getenv("VJP_CACHE_DIR")) return own;
  const char* base = std::getenv("XDG_CACHE_HOME");
  if (base && *base == '/') return std::string(base) + "/vjp";
  const char* home = std::getenv("HOME");
  return home && *home == '/' ? std::string(home) + "/.cache/vjp" : std::string();
}

std::string compile(const std::string& source, int capability, std::string& problem) {
  const Nvrtc* library = nvrtc();
  if (!library) {
    problem = "NVRTC (libnvrtc.so.13) cannot be loaded; name its folder in VJP_CUDA_LIBRARY_PATH";
    return {};
  }
  std::vector<const char*> texts, names;
  for (const DeviceSource& header : kDeviceSources) {
    texts.push_back(header.text);
    names.push_back(header.name);
  }
  nvrtcProgram program = nullptr;
  nvrtcResult result = library->nvrtcCreateProgram(&program, source.c_str(), "fused.cu", static_cast<int>(texts.size()),
                                                   texts.data(), names.data());
  std::string architecture = "--gpu-architecture=sm_" + std::to_string(capability);
  std::vector<const char*> options(std::begin(kOptions), std::end(kOptions));
  options.push_back(architecture.c_str());
  if (result == NVRTC_SUCCESS) {
    result = library->nvrtcCompileProgram(program, static_cast<int>(options.size()), options.data());
  }
  size_t bytes = 0;
  std::string code;
  if (result == NVRTC_SUCCESS) result = library->nvrtcGetCUBINSize(program, &bytes);
  if (result == NVRTC_SUCCESS) {
    code.resize(bytes);
    result = library->nvrtcGetCUBIN(program, code.data());
  }
  if (result != NVRTC_SUCCESS) {
    code.clear();
    problem = std::string("NVRTC: ") + library->nvrtcGetErrorString(result);
    if (program && library->nvrtcGetProgramLogSize(program, &bytes) == NVRTC_SUCCESS && bytes > 1) {
      std::string log(bytes, '\0');
      if (library->nvrtcGetProgramLog(program, log.data()) == NVRTC_SUCCESS) problem += "\n" + log;
    }
  }
  if (program) library->nvrtcDestroyProgram(&program);
  return code;
}

std::string compile_cached(const std::string& source, int capability, std::string& problem) {
  std::string folder = cache_folder();
  if (folder.empty() || !nvrtc()) return compile(source, capability, problem);
  std::string identity = identity_of(source, capability);
  char name[32];
  std::snprintf(name, sizeof name, "/%016llx.program", static_cast<unsigned long long>(hash_of(identity)));
  std::string path = folder + name;

  std::string file = read_file(path), known, code;
  size_t at = 0;
  if (take(file, at, known) && known == identity && take(file, at, code)) return code;
  code = compile(source, capability, problem);
  if (!code.empty()) {
    std::string made;
    append(made, identity);
    append(made, code);
    make_folders(folder);
    write_file(path, made);
  }
  return code;
}

}  // namespace vjp::cuda
