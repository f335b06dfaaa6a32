/*
 * One step of training: forward, backward, clipping, AdamW. With --compile the library records the step when it is
 * first made (vjp_compile) and runs the record from then on. The bits are the same, so that some steps are still made
 * by calls, to have something to compare the record with.
 */
#include <stdio.h>
#include <stdlib.h>

#include "charlm.h"

enum { BY_CALLS_EVERY = 10 };

typedef enum { RECORDED, PLAIN, DRAWN } Way;

/* A range of the profiler; in what is recorded, there are operators only. */
static void begin_range(Way way, const char* name) {
  if (way != RECORDED) must(vjp_profiler_range_push(name));
}
static void end_range(Way way) {
  if (way != RECORDED) vjp_profiler_range_pop();
}

/* Gives the loss, in the caller's scope. */
static vjp_tensor* make_step(Training* t, vjp_tensor* tokens, vjp_tensor* targets, Way way) {
  begin_range(way, "forward");
  vjp_tensor* loss = loss_of(t->model, tokens, targets, true, t->generator);
  end_range(way);
  if (way == DRAWN) write_graph(t->graph, t->page, loss, t->model);
  must(vjp_backward(loss, NULL));
  begin_range(way, "AdamW");
  if (t->clip > 0) {
    must(vjp_clip_grad_norm(t->model->parameters, t->model->count, t->clip, 2, false, NULL));
  }
  must(vjp_optimizer_step(t->optimizer));
  must(vjp_optimizer_zero_grad(t->optimizer, true));
  end_range(way);
  return loss;
}

/* Called while there is no record for such a batch. */
static vjp_status to_record(void* context, vjp_tensor* const* inputs, size_t count, vjp_tensor_list* results) {
  (void)count;
  must(vjp_scope_begin());
  must(vjp_tensor_list_append(results, make_step(context, inputs[0], inputs[1], RECORDED)));
  must(vjp_scope_end());
  return VJP_OK;
}

void begin_training(Training* t, const Options* options) {
  t->clip = options->clip;
  if (options->compile) must(vjp_compile(to_record, t, NULL, NULL, &t->compiled));
}

static void keep(Times* times, double seconds) { times->seconds[times->count++ % KEPT_SECONDS] = seconds; }

/* Whether the step ran by a record that was there. */
static bool run_record(Training* t, vjp_tensor* tokens, vjp_tensor* targets, double* loss) {
  uint64_t record;
  vjp_tensor* inputs[] = {tokens, targets};
  vjp_tensor_list* results;
  must(vjp_compiled_call(t->compiled, inputs, 2, &record, &results));
  must(vjp_tensor_item_float(vjp_tensor_list_get(results, 0), loss));
  vjp_tensor_list_release(results);
  const bool was_there = record != 0 && record == t->newest_record;
  t->newest_record = record;
  return was_there;
}

double train_step(Training* t, vjp_tensor* tokens, vjp_tensor* targets, double rate, bool draw) {
  const double begun = now();
  const bool by_calls = !t->compiled || draw || ++t->count % BY_CALLS_EVERY == 0;
  double loss;
  set_rate(t->optimizer, rate);
  if (!by_calls) {
    if (run_record(t, tokens, targets, &loss)) keep(&t->by_record, now() - begun);
    return loss;
  }
  must(vjp_scope_begin());
  must(vjp_tensor_item_float(make_step(t, tokens, targets, draw ? DRAWN : PLAIN), &loss));
  must(vjp_scope_end());
  if (t->compiled && !draw) keep(&t->by_calls, now() - begun);
  return loss;
}

static int compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}
static double median(Times* times) {
  const size_t count = times->count < KEPT_SECONDS ? times->count : KEPT_SECONDS;
  qsort(times->seconds, count, sizeof *times->seconds, compare);
  return times->seconds[count / 2];
}

static void print_gain(Training* t) {
  const double record = median(&t->by_record), calls = median(&t->by_calls);
  printf("compiled: a step takes %.2f ms by its record (%zu of them), %.2f ms by calls (%zu): %.2f times as fast\n",
         record * 1e3, t->by_record.count, calls * 1e3, t->by_calls.count, calls / record);
}
static void print_reason(const Training* t) {
  char* why;
  must(vjp_compile_last_miss(&why));
  const bool refused = t->count > 0 && t->newest_record == 0;
  printf("compiled: %zu steps by a record, %zu by calls, too few to compare%s%s\n", t->by_record.count,
         t->by_calls.count, refused ? "; " : "", refused ? why : "");
  vjp_string_free(why);
}

void end_training(Training* t) {
  if (!t->compiled) return;
  if (t->by_record.count && t->by_calls.count)
    print_gain(t);
  else
    print_reason(t);
  vjp_compiled_release(t->compiled);
}
