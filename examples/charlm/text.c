/* A text as numbers: every distinct character is a token. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "charlm.h"

typedef struct {
  uint32_t* data;
  size_t size, capacity;
} Characters;

static void append(Characters* list, uint32_t c) {
  if (list->size == list->capacity) {
    const size_t capacity = list->capacity ? list->capacity * 2 : 65536;
    uint32_t* data = must_allocate(capacity * sizeof *data);
    if (list->size) memcpy(data, list->data, list->size * sizeof *data);
    free(list->data);
    list->data = data;
    list->capacity = capacity;
  }
  list->data[list->size++] = c;
}

/* Decodes one character; 0 where the bytes are not UTF-8 text (a zero byte is no text either). */
static size_t decode_utf8(const unsigned char* p, size_t left, uint32_t* out) {
  static const uint32_t least[5] = {0, 1, 0x80, 0x800, 0x10000};
  const size_t n = p[0] < 0x80             ? 1
                   : (p[0] & 0xE0) == 0xC0 ? 2
                   : (p[0] & 0xF0) == 0xE0 ? 3
                   : (p[0] & 0xF8) == 0xF0 ? 4
                                           : 0;
  if (n == 0 || n > left) return 0;
  uint32_t c = n == 1 ? p[0] : p[0] & (0x7F >> n);
  for (size_t i = 1; i < n; ++i) {
    if ((p[i] & 0xC0) != 0x80) return 0;
    c = c << 6 | (p[i] & 0x3F);
  }
  *out = c;
  return c < least[n] || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000) ? 0 : n;
}

size_t encode_utf8(uint32_t c, char* out) {
  if (c < 0x80) return out[0] = (char)c, 1;
  if (c < 0x800) return out[0] = (char)(0xC0 | c >> 6), out[1] = (char)(0x80 | (c & 0x3F)), 2;
  if (c < 0x10000) {
    out[0] = (char)(0xE0 | c >> 12);
    out[1] = (char)(0x80 | (c >> 6 & 0x3F));
    return out[2] = (char)(0x80 | (c & 0x3F)), 3;
  }
  out[0] = (char)(0xF0 | c >> 18);
  out[1] = (char)(0x80 | (c >> 12 & 0x3F));
  out[2] = (char)(0x80 | (c >> 6 & 0x3F));
  return out[3] = (char)(0x80 | (c & 0x3F)), 4;
}

/* Adds the characters of a file; false, with nothing added, if it is not text. */
static bool read_file(const char* path, Characters* out, size_t* bad_byte) {
  FILE* file = fopen(path, "rb");
  if (!file) bad_input("text '%s': %s; wanted a UTF-8 file or a folder", path, strerror(errno));
  size_t size = 0, capacity = 1 << 16, got;
  unsigned char* bytes = must_allocate(capacity);
  while ((got = fread(bytes + size, 1, capacity - size, file)) > 0) {
    size += got;
    if (size < capacity) continue;
    unsigned char* more = must_allocate(capacity * 2);
    memcpy(more, bytes, size);
    free(bytes);
    bytes = more;
    capacity *= 2;
  }
  if (ferror(file)) bad_input("text '%s': %s", path, strerror(errno));
  fclose(file);
  const size_t before = out->size;
  for (size_t i = 0; i < size;) {
    uint32_t c;
    const size_t n = decode_utf8(bytes + i, size - i, &c);
    if (n == 0) {
      *bad_byte = i;
      out->size = before;
      free(bytes);
      return false;
    }
    append(out, c);
    i += n;
  }
  free(bytes);
  return true;
}

static int by_name(const void* a, const void* b) { return strcmp(*(char* const*)a, *(char* const*)b); }

/* Every text below a folder, in the order of names; files that are no text and hidden ones are passed over. */
static void read_folder(const char* path, Characters* out) {
  DIR* folder = opendir(path);
  if (!folder) bad_input("text '%s': %s", path, strerror(errno));
  char** names = NULL;
  size_t count = 0;
  for (struct dirent* entry; (entry = readdir(folder)) != NULL;) {
    if (entry->d_name[0] == '.') continue;
    char** more = must_allocate((count + 1) * sizeof *more);
    if (count) memcpy(more, names, count * sizeof *more);
    free(names);
    names = more;
    const size_t length = strlen(path) + strlen(entry->d_name) + 2;
    names[count] = must_allocate(length);
    snprintf(names[count++], length, "%s/%s", path, entry->d_name);
  }
  closedir(folder);
  if (count) qsort(names, count, sizeof *names, by_name);
  for (size_t i = 0; i < count; ++i) {
    struct stat status;
    size_t bad_byte;
    if (stat(names[i], &status) == 0) {
      if (S_ISDIR(status.st_mode))
        read_folder(names[i], out);
      else if (S_ISREG(status.st_mode))
        (void)read_file(names[i], out, &bad_byte);
    }
    free(names[i]);
  }
  free(names);
}

static int by_value(const void* a, const void* b) {
  const uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
  return (x > y) - (x < y);
}

static Text number_characters(const Characters* list) {
  Text text = {.length = list->size};
  text.characters = must_allocate(list->size * sizeof *text.characters);
  memcpy(text.characters, list->data, list->size * sizeof *text.characters);
  qsort(text.characters, list->size, sizeof *text.characters, by_value);
  for (size_t i = 0; i < list->size; ++i) {
    if (i == 0 || text.characters[i] != text.characters[text.vocabulary - 1]) {
      text.characters[text.vocabulary++] = text.characters[i];
    }
  }
  text.tokens = must_allocate(list->size * sizeof *text.tokens);
  for (size_t i = 0; i < list->size; ++i) {
    const uint32_t* at = bsearch(&list->data[i], text.characters, text.vocabulary, sizeof *text.characters, by_value);
    text.tokens[i] = at - text.characters;
  }
  return text;
}

Text load_text(const char* path, long context) {
  struct stat status;
  Characters list = {0};
  size_t bad_byte;
  if (stat(path, &status) != 0) bad_input("text '%s': %s; wanted a UTF-8 file or a folder", path, strerror(errno));
  if (S_ISDIR(status.st_mode)) {
    read_folder(path, &list);
    if (list.size == 0) bad_input("text '%s': no text in this folder; wanted UTF-8 files", path);
  } else if (!read_file(path, &list, &bad_byte)) {
    bad_input("text '%s': a binary file (byte %zu is not UTF-8 text); wanted UTF-8 text", path, bad_byte);
  }
  /* A tenth is held out, and one window with what follows it must fit there. */
  const size_t least = 10 * ((size_t)context + 2);
  if (list.size == 0) bad_input("text '%s': the file is empty; wanted at least %zu characters", path, least);
  if (list.size < least) {
    bad_input("text '%s': %zu characters; wanted at least %zu for --context %ld", path, list.size, least, context);
  }
  Text text = number_characters(&list);
  text.held_out = text.length - text.length / 10;
  free(list.data);
  return text;
}

char* vocabulary_utf8(const Text* text) {
  char* out = must_allocate(4 * text->vocabulary + 1);
  size_t size = 0;
  for (size_t i = 0; i < text->vocabulary; ++i) size += encode_utf8(text->characters[i], out + size);
  out[size] = '\0';
  return out;
}

void free_text(Text* text) {
  free(text->characters);
  free(text->tokens);
}
