/* Questions about missing gradients in tests, and what was answered last. */
#ifndef VJP_TESTS_EXPLAIN_H
#define VJP_TESTS_EXPLAIN_H

#include "check.h"

static vjp_explanation* explanation; /* the last one */
static vjp_gradient_answer answer;   /* its answer */

static inline void release_explanation(void* p) { vjp_explanation_release((vjp_explanation*)p); }
static inline vjp_gradient_obstacle explain_roots(vjp_tensor* tensor, vjp_tensor* const* roots, size_t count) {
  answer = (vjp_gradient_answer)VJP_GRADIENT_ANSWER_INIT;
  answer.obstacle = (vjp_gradient_obstacle)99;
  answer.text = answer.place = "";
  explanation = NULL;
  if (!OK(vjp_explain_gradient(tensor, roots, count, &explanation))) return answer.obstacle;
  arena_put(explanation, release_explanation);
  OK(vjp_explanation_answer(explanation, &answer));
  return answer.obstacle;
}
static inline vjp_gradient_obstacle explain(vjp_tensor* tensor, vjp_tensor* root) {
  return explain_roots(tensor, &root, 1);
}

/* The last answer is this; what it says otherwise is printed. */
#define ANSWERS(tensor, root, want) check_answer(explain((tensor), (root)), (want), __FILE__, __LINE__, #want)
static inline void check_answer(vjp_gradient_obstacle got, vjp_gradient_obstacle want, const char* file, int line,
                                const char* text) {
  char detail[1600] = "";
  int lines = 1;
  for (const char* c = answer.text; *c; ++c) lines += *c == '\n';
  if (got != want || lines > 10)
    snprintf(detail, sizeof detail, "it is %d, %d lines: %s", (int)got, lines, answer.text);
  check_report(got == want && lines <= 10, file, line, text, detail);
}
#define TELLS(words) check_words(answer.text, (words), __FILE__, __LINE__)
static inline void check_words(const char* said, const char* words, const char* file, int line) {
  char detail[1600] = "";
  bool good = said && strstr(said, words) != NULL;
  if (!good) snprintf(detail, sizeof detail, "not in: %s", said ? said : "nothing");
  check_report(good, file, line, words, detail);
}

static inline vjp_guard* record_cuts(void) {
  vjp_guard* region = NULL;
  OK(vjp_guard_record_cuts(&region));
  return region;
}
static inline vjp_gradient_answer use(size_t index) {
  vjp_gradient_answer out = VJP_GRADIENT_ANSWER_INIT;
  OK(vjp_explanation_use(explanation, index, &out));
  return out;
}

#endif
