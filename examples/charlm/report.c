/* What the user sees: the progress bar, and the loss curve as SVG. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "charlm.h"

double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

Progress begin_progress(const Options* options, long first) {
  return (Progress){first, options->steps, options->batch * options->context, now(), isatty(STDOUT_FILENO)};
}

void show_progress(const Progress* p, long step, double loss) {
  enum { WIDTH = 30 };
  if (!p->terminal && step % 50 && step != p->steps) return;
  const double seconds = now() - p->begun;
  const long done = step - p->first;
  const double speed = seconds > 0 ? (double)(done * p->tokens_per_step) / seconds : 0;
  const long left = done > 0 ? (long)(seconds / (double)done * (double)(p->steps - step) + 0.5) : 0;
  if (!p->terminal) {
    printf("step %ld/%ld  loss %.3f  %.0f tokens/s  %ld:%02ld left\n", step, p->steps, loss, speed, left / 60,
           left % 60);
  } else {
    char bar[WIDTH + 1];
    const int full = (int)(WIDTH * step / p->steps);
    memset(bar, '#', (size_t)full);
    memset(bar + full, '.', (size_t)(WIDTH - full));
    bar[WIDTH] = '\0';
    printf("\r[%s] step %ld/%ld  loss %.3f  %.0f tokens/s  %ld:%02ld left \033[K", bar, step, p->steps, loss, speed,
           left / 60, left % 60);
  }
  fflush(stdout);
}

void end_progress(const Progress* p) {
  if (p->terminal) putchar('\n');
}

/* ---- the curve ---- */

enum { LEFT = 60, TOP = 40, PLOT_WIDTH = 640, PLOT_HEIGHT = 320 };

typedef struct {
  long first_step, last_step;
  double top;
} Axes;

static double x_of(const Axes* a, long step) {
  const long range = a->last_step > a->first_step ? a->last_step - a->first_step : 1;
  return LEFT + (double)PLOT_WIDTH * (double)(step - a->first_step) / (double)range;
}
static double y_of(const Axes* a, double loss) { return TOP + PLOT_HEIGHT * (1 - loss / a->top); }

static void line(FILE* file, const Axes* axes, const Point* points, size_t count, const char* style) {
  fprintf(file, "<polyline fill=\"none\" %s points=\"", style);
  for (size_t i = 0; i < count; ++i) {
    fprintf(file, "%.1f,%.1f ", x_of(axes, points[i].step), y_of(axes, points[i].loss));
  }
  fputs("\"/>\n", file);
}

static void grid(FILE* file, const Axes* axes) {
  for (int loss = 0; loss <= (int)axes->top; ++loss) {
    const double y = y_of(axes, loss);
    fprintf(file, "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>\n", LEFT, LEFT + PLOT_WIDTH, y,
            y);
    fprintf(file, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d</text>\n", LEFT - 8, y + 4, loss);
  }
  for (int i = 0; i <= 4; ++i) {
    const long step = axes->first_step + (axes->last_step - axes->first_step) * i / 4;
    fprintf(file, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%ld</text>\n", x_of(axes, step),
            TOP + PLOT_HEIGHT + 20, step);
  }
}

void write_curve(const char* path, const Point* train, size_t trained, const Point* held_out, size_t evaluated) {
  Axes axes = {held_out[0].step, held_out[evaluated - 1].step, 1};
  for (size_t i = 0; i < trained; ++i) axes.top = train[i].loss > axes.top ? train[i].loss : axes.top;
  for (size_t i = 0; i < evaluated; ++i) axes.top = held_out[i].loss > axes.top ? held_out[i].loss : axes.top;
  axes.top *= 1.05;
  FILE* file = fopen(path, "w");
  if (!file) bad_input("loss curve '%s': %s", path, strerror(errno));
  fprintf(file,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
          "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
          "<text x=\"%d\" y=\"24\" font-size=\"15\">loss, nats a character: <tspan fill=\"#7aa6d8\">training</tspan>, "
          "<tspan fill=\"#c0392b\">held out</tspan> (%.3f at the end)</text>\n",
          LEFT + PLOT_WIDTH + 30, TOP + PLOT_HEIGHT + 40, LEFT, held_out[evaluated - 1].loss);
  grid(file, &axes);
  line(file, &axes, train, trained, "stroke=\"#7aa6d8\"");
  line(file, &axes, held_out, evaluated, "stroke=\"#c0392b\" stroke-width=\"2\"");
  fputs("</svg>\n", file);
  const bool failed = ferror(file) != 0;
  if (fclose(file) != 0 || failed) bad_input("loss curve '%s': %s", path, strerror(errno));
}
