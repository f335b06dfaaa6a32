/* vjp ops: the reference of the operators, from the file operators.txt beside the program. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli.h"

enum { kMostNear = 5, kNameWidth = 28, kLeastWidth = 40, kUsualWidth = 80, kMostWidth = 100, kLabel = 8 };

/* The file: "=name\tfamily\tsentence" begins an operator, ":title" a section; " " begins a paragraph, ">" a signature,
 * whose first kLabel bytes are its language, "|" a line as it stands. Lines end in zero bytes once it has been read. */
typedef struct reference {
  char* text;
  char** lines;
  size_t count;
} reference;

/* ---- the file ---- */

static bool path_of_reference(char* path, size_t size) {
  const ssize_t length = readlink("/proc/self/exe", path, size - 1);
  if (length <= 0) return false;
  path[length] = '\0';
  char* slash = strrchr(path, '/');
  const size_t folder = (size_t)(slash - path) + 1;
  return snprintf(path + folder, size - folder, "%s/operators.txt", VJP_DATA_FROM_BIN) < (int)(size - folder);
}

static char* read_whole(const char* path) {
  FILE* file = fopen(path, "rb");
  if (!file) return NULL;
  size_t size = 0, room = 1 << 16;
  char* text = malloc(room);
  while (text) {
    size += fread(text + size, 1, room - size - 1, file);
    if (size + 1 < room) break;
    char* larger = realloc(text, room *= 2);
    if (!larger) free(text);
    text = larger;
  }
  if (text) text[size] = '\0';
  fclose(file);
  return text;
}

static bool split_lines(reference* r) {
  for (const char* at = r->text; *at; ++at) r->count += *at == '\n';
  r->lines = malloc((r->count + 1) * sizeof *r->lines);
  if (!r->lines) return false;
  r->count = 0;
  for (char* at = r->text; *at;) {
    char* end = strchr(at, '\n');
    if (!end) break;
    *end = '\0';
    r->lines[r->count++] = at;
    at = end + 1;
  }
  return true;
}

static bool read_reference(reference* r) {
  char path[kMaxPath];
  r->text = path_of_reference(path, sizeof path) ? read_whole(path) : NULL;
  if (r->text && split_lines(r)) return true;
  fprintf(stderr, "vjp ops: the reference of the operators cannot be read%s%s; it is installed with the program\n",
          *path ? ": " : "", path);
  return false;
}

/* ---- the terminal ---- */

static int columns(void) {
  struct winsize size;
  const char* given = getenv("COLUMNS");
  int width = given ? atoi(given) : 0;
  if (width <= 0 && isatty(STDOUT_FILENO) && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size)) width = size.ws_col;
  if (width <= 0) width = kUsualWidth;
  return width < kLeastWidth ? kLeastWidth : width > kMostWidth ? kMostWidth : width;
}

static bool coloured(void) {
  const char *off = getenv("NO_COLOR"), *terminal = getenv("TERM");
  return isatty(STDOUT_FILENO) && !(off && *off) && !(terminal && !strcmp(terminal, "dumb"));
}

static void print_bold(const char* text) {
  const bool bold = coloured();
  printf("%s%s%s", bold ? "\033[1m" : "", text, bold ? "\033[0m" : "");
}

/* Bytes of the first characters, at most `width`, and how many there are: a character is one that is no continuation.
 */
static size_t bytes_of(const char* text, size_t length, int width, int* count) {
  size_t at = 0;
  *count = 0;
  while (at < length && *count < width) {
    ++at;
    while (at < length && ((unsigned char)text[at] & 0xc0) == 0x80) ++at;
    ++*count;
  }
  return at;
}

/* A paragraph, broken at spaces, that begins in column `at`; the lines after the first stand two columns to the right
 * of `margin`. */
static void print_wrapped_from(int at, const char* text, int margin, int width) {
  int column = at, count = 0;
  while (*text) {
    const size_t length = strcspn(text, " ");
    bytes_of(text, length, (int)length + 1, &count);
    if (column <= margin) {
      column += printf("%*s", margin - column, "");
    } else if (column + 1 + count > width) {
      putchar('\n');
      column = printf("%*s", margin + 2, "");
    } else {
      putchar(' ');
      ++column;
    }
    printf("%.*s", (int)length, text);
    column += count;
    text += length + strspn(text + length, " ");
  }
  putchar('\n');
}

static void print_wrapped(const char* text, int margin, int width) { print_wrapped_from(0, text, margin, width); }

static void print_signature(const char* line, int margin, int width) {
  const int at = printf("%*s%.*s", margin, "", kLabel, line);
  print_wrapped_from(at, line + kLabel, at, width);
}

/* ---- an operator ---- */

/* "max" of "max.dim". */
static size_t base_length(const char* name) { return strcspn(name, ".\t"); }

static bool is_called(const char* line, const char* name) {
  const size_t whole = strcspn(line + 1, "\t"), length = strlen(name);
  if (*line != '=') return false;
  return length == (strchr(name, '.') ? whole : base_length(line + 1)) && !strncmp(line + 1, name, length);
}

static void print_head(const char* line, int width) {
  char name[256];
  const char *family = strchr(line, '\t') + 1, *doc = strchr(family, '\t') + 1;
  snprintf(name, sizeof name, "%.*s", (int)(family - line - 2), line + 1);
  print_bold(name);
  printf("  (%.*s)\n\n", (int)(doc - family - 1), family);
  print_wrapped(doc, 2, width);
}

static void print_operator(const reference* r, size_t at, int width) {
  int margin = 2; /* of what stands below the name; further in below a title */
  print_head(r->lines[at], width);
  for (size_t i = at + 1; i < r->count && *r->lines[i] != '='; ++i) {
    const char* line = r->lines[i];
    if (*line == ':') {
      printf("\n  ");
      print_bold(line + 1);
      putchar('\n');
      margin = 4;
    } else if (*line == '>') {
      print_signature(line + 1, margin, width);
    } else if (*line == '|') {
      printf("%*s%s\n", margin, "", line + 1);
    } else {
      print_wrapped(line + 1, margin, width);
    }
  }
}

/* ---- names that are near ---- */

static int smaller(int a, int b) { return a < b ? a : b; }

/* How many letters are to be put in, taken out or exchanged. */
static int distance(const char* name, size_t length, const char* wanted) {
  enum { kLongest = 63 };
  int row[kLongest + 1];
  const size_t n = strlen(wanted);
  if (length > kLongest || n > kLongest) return kLongest;
  for (size_t i = 0; i <= length; ++i) row[i] = (int)i;
  for (size_t j = 1; j <= n; ++j) {
    int before = row[0];
    row[0] = (int)j;
    for (size_t i = 1; i <= length; ++i) {
      const int exchanged = before + (tolower((unsigned char)name[i - 1]) != tolower((unsigned char)wanted[j - 1]));
      before = row[i];
      row[i] = smaller(exchanged, smaller(row[i], row[i - 1]) + 1);
    }
  }
  return row[length];
}

/* "conv" is near "conv1d". */
static bool begins_with(const char* name, size_t length, const char* wanted) {
  const size_t n = strlen(wanted);
  return n > 1 && n <= length && !strncmp(name, wanted, n);
}
static bool has_inside(const char* name, size_t length, const char* wanted) {
  const size_t n = strlen(wanted);
  for (size_t i = 0; n > 2 && i + n <= length; ++i)
    if (!strncmp(name + i, wanted, n)) return true;
  return false;
}

static void print_near(const reference* r, const char* wanted) {
  const char* found[kMostNear] = {NULL};
  int far[kMostNear], count = 0;
  const int limit = 1 + (int)strlen(wanted) / 3;
  for (size_t i = 0; i < r->count; ++i) {
    const char* name = r->lines[i] + 1;
    const size_t length = base_length(name);
    if (*r->lines[i] != '=' || (count && !strncmp(found[count - 1], name, length + 1))) continue;
    int off = begins_with(name, length, wanted) ? 1 : distance(name, length, wanted);
    if (off > limit && has_inside(name, length, wanted)) off = limit;
    if (off > limit) continue;
    int place = count;
    for (int k = 0; k < count; ++k)
      if (base_length(found[k]) == length && !strncmp(found[k], name, length)) place = -1;
    if (place < 0) continue;
    while (place > 0 && far[place - 1] > off) --place;
    if (place == kMostNear) continue;
    for (int k = smaller(count, kMostNear - 1); k > place; --k) found[k] = found[k - 1], far[k] = far[k - 1];
    found[place] = name, far[place] = off;
    count = smaller(count + 1, kMostNear);
  }
  fprintf(stderr, "vjp ops: there is no operator '%s'", wanted);
  for (int k = 0; k < count; ++k)
    fprintf(stderr, "%s%.*s", k == 0 ? "; near: " : ", ", (int)base_length(found[k]), found[k]);
  fprintf(stderr, "%s\n", count ? "" : "; vjp ops lists all");
}

/* ---- the command ---- */

/* Cut to the width of a terminal; whole for a file, or for grep. */
static void list_all(const reference* r) {
  const bool cut = isatty(STDOUT_FILENO) || getenv("COLUMNS");
  for (size_t i = 0; i < r->count; ++i) {
    if (*r->lines[i] != '=') continue;
    const char *name = r->lines[i] + 1, *family = strchr(name, '\t') + 1, *doc = strchr(family, '\t') + 1;
    const int used =
        printf("%-*.*s  %-9.*s  ", kNameWidth, (int)(family - name - 1), name, (int)(doc - family - 1), family);
    int count;
    const size_t bytes = bytes_of(doc, strlen(doc), cut ? columns() - used : (int)strlen(doc), &count);
    printf("%.*s\n", (int)bytes, doc);
  }
}

int command_ops(const char* name) {
  reference r = {NULL, NULL, 0};
  int status = 0;
  if (!read_reference(&r)) {
    status = 1;
  } else if (!name) {
    list_all(&r);
  } else {
    size_t shown = 0;
    for (size_t i = 0; i < r.count; ++i) {
      if (!is_called(r.lines[i], name)) continue;
      if (shown++) putchar('\n');
      print_operator(&r, i, columns());
    }
    if (!shown) {
      print_near(&r, name);
      status = 1;
    }
  }
  free(r.lines);
  free(r.text);
  return status;
}
