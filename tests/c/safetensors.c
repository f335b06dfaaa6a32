/* Safetensors files: round trips, and files made by an enemy. */
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

static char folder[] = "/tmp/vjp-safetensors-XXXXXX";
static char path[256];
static const char* file_named(const char* name) {
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

/* A file of a header and `bytes` bytes of data. */
static const char* write_file(const char* header, size_t bytes) {
  uint64_t n = strlen(header);
  FILE* f = fopen(file_named("made.safetensors"), "wb");
  if (!f) return path;
  fwrite(&n, 8, 1, f);
  fwrite(header, 1, (size_t)n, f);
  for (size_t i = 0; i < bytes; ++i) fputc((int)(i % 2), f);
  fclose(f);
  return path;
}

static vjp_tensor* load(const char* from, const char* name) {
  vjp_safetensors* file = NULL;
  vjp_tensor* t = NULL;
  if (!OK(vjp_safetensors_open(from, &file))) return NULL;
  OK(vjp_safetensors_get(file, name, &t));
  vjp_safetensors_release(file); /* the tensor keeps the mapping */
  return own(t);
}

/* In memory of its own. */
static vjp_tensor* read_one(const char* from, const char* name) {
  vjp_safetensors* file = NULL;
  vjp_tensor* t = NULL;
  if (!OK(vjp_safetensors_open(from, &file))) return NULL;
  OK(vjp_safetensors_read(file, name, &t));
  vjp_safetensors_release(file);
  return own(t);
}

static void round_trip_of_every_dtype(void) {
  const vjp_dtype dtypes[] = {VJP_DTYPE_BOOL,    VJP_DTYPE_UINT8,   VJP_DTYPE_INT8,     VJP_DTYPE_INT16,
                              VJP_DTYPE_INT32,   VJP_DTYPE_INT64,   VJP_DTYPE_FLOAT16,  VJP_DTYPE_BFLOAT16,
                              VJP_DTYPE_FLOAT32, VJP_DTYPE_FLOAT64, VJP_DTYPE_COMPLEX64};
  enum { kCount = sizeof dtypes / sizeof dtypes[0] };
  const char* names[kCount];
  vjp_tensor* tensors[kCount];
  for (int i = 0; i < kCount; ++i) {
    names[i] = vjp_dtype_name(dtypes[i]);
    tensors[i] = ramp(dtypes[i], 2, (int64_t[]){3, 5});
  }
  const char* metadata[4] = {"step", "12", "quo\"te\n", "\xc3\xa4\\"};
  OK(vjp_safetensors_save(file_named("all.safetensors"), names, tensors, kCount, metadata, 2));
  vjp_safetensors* file = NULL;
  OK(vjp_safetensors_open(path, &file));
  CHECK(vjp_safetensors_count(file) == kCount);
  CHECK(vjp_safetensors_name(file, kCount) == NULL);
  CHECK(strcmp(vjp_safetensors_metadata(file, "step"), "12") == 0);
  CHECK(strcmp(vjp_safetensors_metadata(file, "quo\"te\n"), "\xc3\xa4\\") == 0);
  CHECK(vjp_safetensors_metadata(file, "absent") == NULL);
  for (int i = 0; i < kCount; ++i) {
    vjp_tensor* t = NULL;
    OK(vjp_safetensors_get(file, names[i], &t));
    CHECK(vjp_tensor_dtype(t) == dtypes[i] && SHAPE(t, 3, 5));
    for (size_t k = 0; k < 15; ++k) CHECK(at(t, k) == at(tensors[i], k));
    vjp_tensor_release(t);
    t = read_one(path, names[i]);
    CHECK(vjp_tensor_dtype(t) == dtypes[i] && SHAPE(t, 3, 5));
    for (size_t k = 0; k < 15; ++k) CHECK(at(t, k) == at(tensors[i], k));
  }
  vjp_safetensors_release(file);
}

/* What others do to a file does not reach the tensors that were read, and reading what is gone is an error. */
static void a_file_that_others_change(void) {
  vjp_tensor* tensors[2] = {ramp(VJP_DTYPE_FLOAT32, 1, (int64_t[]){5000}), VEC(1, 2)};
  const char* names[2] = {"long", "short"};
  OK(vjp_safetensors_save(file_named("cut.safetensors"), names, tensors, 2, NULL, 0));
  vjp_tensor* before = read_one(path, "long");
  vjp_safetensors* file = NULL;
  vjp_tensor* t = NULL;
  OK(vjp_safetensors_open(path, &file));
  vjp_tensor* again = NULL;
  OK(vjp_safetensors_read(file, "long", &t));
  OK(vjp_safetensors_read(file, "long", &again));
  CHECK(!vjp_tensor_shares_storage(own(t), own(again)));
  CHECK(truncate(path, 512) == 0);
  for (size_t k = 0; k < 5000; ++k) CHECK(at(before, k) == at(tensors[0], k) && at(t, k) == at(tensors[0], k));
  t = NULL;
  FAILS(VJP_ERROR_IO, vjp_safetensors_read(file, "long", &t));
  CHECK(t == NULL && strstr(vjp_last_error(), "cut short") && strstr(vjp_last_error(), "'long'"));
  FAILS(VJP_ERROR_INVALID, vjp_safetensors_read(file, "other", &t));
  vjp_safetensors_release(file);
}

/* A pipe is refused and not waited for. */
static void what_is_no_file(void) {
  vjp_safetensors* file = NULL;
  unlink(file_named("pipe"));
  CHECK(mkfifo(path, 0600) == 0);
  FAILS(VJP_ERROR_IO, vjp_safetensors_open(path, &file));
  FAILS(VJP_ERROR_IO, vjp_safetensors_open("/", &file));
  unlink(path);
}

static void shapes_and_strides(void) {
  vjp_tensor* m = MAT(2, 3, 1, 2, 3, 4, 5, 6);
  vjp_tensor* tensors[4] = {OP("transpose", T(m), I(0), I(1)), narrow(m, 1, 1, 2), SCALAR(7),
                            ramp(VJP_DTYPE_FLOAT64, 2, (int64_t[]){0, 3})};
  const char* names[4] = {"transposed", "narrowed", "scalar", "empty"};
  OK(vjp_safetensors_save(file_named("shapes.safetensors"), names, tensors, 4, NULL, 0));
  EQUALS(load(path, "transposed"), 1, 4, 2, 5, 3, 6);
  EQUALS(load(path, "narrowed"), 2, 3, 5, 6);
  EQUALS(load(path, "scalar"), 7);
  CHECK(SHAPE(load(path, "empty"), 0, 3));
}

static void writing_to_a_loaded_tensor_leaves_the_file(void) {
  vjp_tensor* t = VEC(1, 2, 3);
  const char* name = "x";
  OK(vjp_safetensors_save(file_named("copy.safetensors"), &name, &t, 1, NULL, 0));
  vjp_tensor* loaded = load(path, "x");
  OP_("mul", T(loaded), F(10));
  EQUALS(loaded, 10, 20, 30);
  EQUALS(load(path, "x"), 1, 2, 3);
  /* tensors of one file have versions of their own */
  vjp_tensor* two[2] = {VEC(1, 2), VEC(3, 4)};
  const char* names[2] = {"a", "b"};
  OK(vjp_safetensors_save(path, names, two, 2, NULL, 0));
  vjp_safetensors* file = NULL;
  vjp_tensor *a = NULL, *b = NULL, *again = NULL;
  OK(vjp_safetensors_open(path, &file));
  OK(vjp_safetensors_get(file, "a", &a));
  OK(vjp_safetensors_get(file, "b", &b));
  OK(vjp_safetensors_get(file, "a", &again));
  vjp_safetensors_release(file);
  OP_("add", T(own(a)), F(1));
  CHECK(version_of(own(b)) == 0 && version_of(own(again)) > 0);
  CHECK(vjp_tensor_shares_storage(a, again) && !vjp_tensor_shares_storage(a, b));
}

static void saving_over_a_loaded_file(void) {
  vjp_tensor* t = VEC(1, 2, 3);
  const char* name = "x";
  OK(vjp_safetensors_save(file_named("over.safetensors"), &name, &t, 1, NULL, 0));
  vjp_tensor* loaded = load(path, "x");
  vjp_tensor* twice = times(loaded, 2);
  OK(vjp_safetensors_save(path, &name, &twice, 1, NULL, 0));
  EQUALS(loaded, 1, 2, 3);
  EQUALS(load(path, "x"), 2, 4, 6);
}

static void refused(const char* header, size_t bytes, const char* why) {
  vjp_safetensors* file = NULL;
  write_file(header, bytes);
  vjp_status status = vjp_safetensors_open(path, &file);
  char text[200];
  snprintf(text, sizeof text, "%s: %.120s", why, header);
  check_report(status == VJP_ERROR_IO && file == NULL, __FILE__, __LINE__, text,
               status == VJP_OK ? "accepted" : vjp_last_error());
  SAYS("made.safetensors");
  vjp_safetensors_release(file);
}

static void hostile_headers(void) {
  refused("", 0, "no JSON");
  refused("[]", 0, "not an object");
  refused("{", 0, "cut off");
  refused("{}x", 0, "more after the object");
  refused("{}", 8, "bytes that nobody owns");
  refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}", 8, "no end");
  refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}", 4, "truncated data");
  refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}}", 12, "surplus data");
  refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,4]}}", 4, "size does not fit the shape");
  refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,0]}}", 8, "offsets reversed");
  refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]}}", 8, "a gap");
  refused(
      "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
      "\"b\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[4,12]}}",
      12, "overlap");
  refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[4611686018427387904,4],\"data_offsets\":[0,0]}}", 0,
          "the size overflows to 0");
  refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[18446744073709551615],\"data_offsets\":[0,4]}}", 4,
          "a size of 2^64 - 1");
  refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[-1],\"data_offsets\":[0,4]}}", 4, "a negative size");
  refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[1.0],\"data_offsets\":[0,4]}}", 4, "a size that is no integer");
  refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,18446744073709551619]}}", 4,
          "an offset that overflows");
  refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4,8]}}", 4, "three offsets");
  refused("{\"a\":{\"dtype\":\"F33\",\"shape\":[1],\"data_offsets\":[0,4]}}", 4, "an unknown dtype");
  refused("{\"a\":{\"dtype\":\"F32\",\"shape\":[1]}}", 0, "no offsets");
  refused("{\"a\":{\"dtype\":\"F32\",\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}", 4, "a key twice");
  refused(
      "{\"a\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]},"
      "\"a\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}}",
      0, "a name twice");
  refused("{\"\xff\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}}", 0, "no UTF-8");
  refused("{\"\xc0\xaf\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}}", 0, "overlong UTF-8");
  refused("{\"\\ud800\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}}", 0, "half a surrogate pair");
  refused("{\"\\u0000\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}}", 0, "a NUL in a name");
  refused("{\"a\n\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}}", 0, "a line break in a string");
  refused("{\"__metadata__\":{\"a\":1}}", 0, "metadata that are no strings");
  refused("{\"__metadata__\":{},\"__metadata__\":{}}", 0, "metadata twice");
  refused("{\"a\":[[[[[[[[]]]]]]]]}", 0, "nesting");
}

static void hostile_lengths(void) {
  vjp_safetensors* file = NULL;
  const uint64_t lengths[] = {UINT64_MAX, UINT64_MAX - 7, 100, 200000000, 3};
  for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; ++i) {
    FILE* f = fopen(file_named("short.safetensors"), "wb");
    fwrite(&lengths[i], 8, 1, f);
    fwrite("{}", 1, 2, f);
    fclose(f);
    FAILS(VJP_ERROR_IO, vjp_safetensors_open(path, &file));
  }
  FILE* f = fopen(file_named("tiny.safetensors"), "wb");
  fwrite("abc", 1, 3, f);
  fclose(f);
  FAILS(VJP_ERROR_IO, vjp_safetensors_open(path, &file));
  f = fopen(file_named("nothing.safetensors"), "wb");
  fclose(f);
  FAILS(VJP_ERROR_IO, vjp_safetensors_open(path, &file));
  FAILS(VJP_ERROR_IO, vjp_safetensors_open(folder, &file));
  SAYS(folder);
  FAILS(VJP_ERROR_IO, vjp_safetensors_open(file_named("absent"), &file));
  SAYS("absent");
  CHECK(file == NULL);
}

/* A valid file, each byte changed in turn: refused, or read without harm. */
static void flipped_bytes(void) {
  const char* names[2] = {"first", "second"};
  vjp_tensor* tensors[2] = {VEC(1, 2), ramp(VJP_DTYPE_BOOL, 1, (int64_t[]){3})};
  OK(vjp_safetensors_save(file_named("flip.safetensors"), names, tensors, 2, NULL, 0));
  unsigned char good[512];
  FILE* f = fopen(path, "rb");
  size_t size = fread(good, 1, sizeof good, f);
  fclose(f);
  CHECK(size > 100 && size < sizeof good);
  for (size_t i = 0; i < size; ++i) {
    for (int bit = 0; bit < 8; bit += 3) {
      unsigned char bad[512];
      memcpy(bad, good, size);
      bad[i] ^= (unsigned char)(1 << bit);
      f = fopen(file_named("flipped.safetensors"), "wb");
      fwrite(bad, 1, size, f);
      fclose(f);
      vjp_safetensors* file = NULL;
      if (vjp_safetensors_open(path, &file) != VJP_OK) continue;
      for (size_t k = 0; k < vjp_safetensors_count(file); ++k) {
        vjp_tensor* t = NULL;
        if (vjp_safetensors_get(file, vjp_safetensors_name(file, k), &t) == VJP_OK) at(t, 0);
        vjp_tensor_release(t);
      }
      vjp_safetensors_release(file);
    }
  }
}

static void known_but_foreign_types(void) {
  vjp_safetensors* file = NULL;
  vjp_tensor* t = NULL;
  OK(vjp_safetensors_open(write_file("{\"a\":{\"dtype\":\"U16\",\"shape\":[2],\"data_offsets\":[0,4]},"
                                     "\"b\":{\"dtype\":\"BOOL\",\"shape\":[2],\"data_offsets\":[4,6]}}   ",
                                     6),
                          &file));
  FAILS(VJP_ERROR_DTYPE, vjp_safetensors_get(file, "a", &t));
  SAYS("U16");
  OK(vjp_safetensors_get(file, "b", &t));
  EQUALS(own(t), 0, 1);
  FAILS(VJP_ERROR_INVALID, vjp_safetensors_get(file, "c", &t));
  vjp_safetensors_release(file);
}

static void failed_saves_leave_the_old_file(void) {
  vjp_tensor* t = VEC(1, 2, 3);
  const char *name = "x", *twice[2] = {"x", "x"}, *reserved = "__metadata__", *broken = "\xff";
  OK(vjp_safetensors_save(file_named("kept.safetensors"), &name, &t, 1, NULL, 0));
  vjp_tensor* both[2] = {t, t};
  FAILS(VJP_ERROR_INVALID, vjp_safetensors_save(path, twice, both, 2, NULL, 0));
  FAILS(VJP_ERROR_INVALID, vjp_safetensors_save(path, &reserved, &t, 1, NULL, 0));
  FAILS(VJP_ERROR_INVALID, vjp_safetensors_save(path, &broken, &t, 1, NULL, 0));
  vjp_tensor* wide = ramp(VJP_DTYPE_COMPLEX128, 1, (int64_t[]){2});
  FAILS(VJP_ERROR_DTYPE, vjp_safetensors_save(path, &name, &wide, 1, NULL, 0));
  EQUALS(load(path, "x"), 1, 2, 3);
  FAILS(VJP_ERROR_IO, vjp_safetensors_save("/nonexistent/x.safetensors", &name, &t, 1, NULL, 0));
  SAYS("/nonexistent/x.safetensors");
  /* as on a full disk: the write fails halfway */
  struct rlimit before, small;
  vjp_tensor* large = ramp(VJP_DTYPE_FLOAT64, 1, (int64_t[]){4096});
  CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
  small = before;
  small.rlim_cur = 8192;
  signal(SIGXFSZ, SIG_IGN);
  CHECK(setrlimit(RLIMIT_FSIZE, &small) == 0);
  FAILS(VJP_ERROR_IO, vjp_safetensors_save(file_named("kept.safetensors"), &name, &large, 1, NULL, 0));
  SAYS("kept.safetensors");
  CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
  EQUALS(load(path, "x"), 1, 2, 3);
}

static void nothing_else_is_left_in_the_folder(void) {
  char command[300];
  snprintf(command, sizeof command, "ls %s | grep -c tmp", folder);
  FILE* p = popen(command, "r");
  int left = -1;
  CHECK(p && fscanf(p, "%d", &left) == 1 && left == 0);
  if (p) pclose(p);
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  RUN(round_trip_of_every_dtype);
  RUN(a_file_that_others_change);
  RUN(what_is_no_file);
  RUN(shapes_and_strides);
  RUN(writing_to_a_loaded_tensor_leaves_the_file);
  RUN(saving_over_a_loaded_file);
  RUN(hostile_headers);
  RUN(hostile_lengths);
  RUN(flipped_bytes);
  RUN(known_but_foreign_types);
  RUN(failed_saves_leave_the_old_file);
  RUN(nothing_else_is_left_in_the_folder);
  char command[300];
  snprintf(command, sizeof command, "rm -r %s", folder);
  if (system(command) != 0) printf("%s stays behind\n", folder);
  return finish();
}
