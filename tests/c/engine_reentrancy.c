/* Chapter 11: grad calls inside of grad calls. */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "threads.h"

/* The child of the fork test starts threads, which ThreadSanitizer allows only when asked. */
const char* __tsan_default_options(void);
const char* __tsan_default_options(void) { return "die_after_fork=0"; }

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { kLevels = 500 };
#else
enum { kLevels = 10000 };
#endif

/* A tensor whose hook asks for its own gradient again, `levels` deep, and then does what `at_the_bottom` says. */
typedef struct {
  vjp_tensor *x, *y;
  int levels, deepest, most_threads, astray; /* astray: how often a nested call did not end where it began */
  vjp_status (*at_the_bottom)(void);
} Deep;

static vjp_status go_deeper(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g, (void)replacement;
  Deep* d = (Deep*)context;
  if (d->deepest++ >= d->levels) {
    d->most_threads = count_threads("vjp-nested-");
    return d->at_the_bottom ? d->at_the_bottom() : VJP_OK;
  }
  int64_t outer = vjp_grad_call_current_id();
  vjp_node* node = vjp_node_current();
  vjp_tensor* out = NULL;
  vjp_status status = try_grad(d->y, NULL, d->x, false, true, &out);
  vjp_tensor_release(out);
  /* REENT-8 */
  d->astray += vjp_grad_call_current_id() != outer || vjp_node_current() != node || !vjp_in_backward();
  return status;
}

static Deep deep_of(int levels, vjp_status (*bottom)(void)) {
  Deep d = {leaf(VEC(3)), NULL, levels, 0, 0, 0, bottom};
  d.y = mul(d.x, d.x);
  return d;
}

/* REENT-4: levels without end on a stack of the usual size, and a bounded number of threads */
static void reent_4_ten_thousand_levels(void) {
  Deep d = deep_of(kLevels, NULL);
  OK(vjp_tensor_add_hook(d.y, go_deeper, &d, NULL, NULL));
  EQUALS(grad(d.y, d.x), 6);
  CHECK(d.deepest == kLevels + 1 && d.astray == 0);
  CHECK(d.most_threads >= 1 && d.most_threads <= kLevels / 50 + 1);
  /* threads are kept for the next time, but not all of them */
  int kept = count_threads("vjp-nested-");
  CHECK(kept >= 1 && kept <= 32);
  d.deepest = 0;
  d.levels = 100;
  EQUALS(grad(d.y, d.x), 6);
  CHECK(count_threads("vjp-nested-") <= kept);
  /* THREAD-11 */
  vjp_shutdown();
  CHECK(threads_are("vjp-nested-", 0));
}

/* REENT-4: where callbacks cannot run on other threads the calls stay on theirs, and end with an error, not the stack
 */
static void* without_other_threads(void* unused) {
  (void)unused;
  OK(vjp_set_nesting_threads(false));
  vjp_shutdown(); /* no thread of an earlier test */
  Deep d = deep_of(100, NULL);
  OK(vjp_tensor_add_hook(d.y, go_deeper, &d, NULL, NULL));
  EQUALS(grad(d.y, d.x), 6);
  CHECK(d.deepest == 101 && d.most_threads == 0);
  Deep endless = deep_of(2000, NULL);
  OK(vjp_tensor_add_hook(endless.y, go_deeper, &endless, NULL, NULL));
  vjp_tensor* out = NULL;
  CHECK(try_grad(endless.y, NULL, endless.x, false, true, &out) == VJP_ERROR_STATE && !out);
  CHECK(endless.deepest == 1000);
  if (has_threads())
    OK(vjp_set_nesting_threads(true));
  else
    FAILS(VJP_ERROR_NOT_IMPLEMENTED, vjp_set_nesting_threads(true));
  return NULL;
}
/* A sanitizer's frames are four times as large: the stack is larger, too. */
static void reent_4_without_other_threads(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  pthread_attr_t large;
  pthread_t thread;
  CHECK(pthread_attr_init(&large) == 0 && pthread_attr_setstacksize(&large, (size_t)64 << 20) == 0);
  CHECK(pthread_create(&thread, &large, without_other_threads, NULL) == 0 && pthread_join(thread, NULL) == 0);
  pthread_attr_destroy(&large);
#else
  without_other_threads(NULL);
#endif
}

static void reent_4_few_levels_need_no_thread(void) {
  vjp_shutdown();
  Deep d = deep_of(50, NULL);
  OK(vjp_tensor_add_hook(d.y, go_deeper, &d, NULL, NULL));
  EQUALS(grad(d.y, d.x), 6);
  CHECK(d.deepest == 51 && d.most_threads == 0);
}

static int exception;
static vjp_status raise_at_the_bottom(void) { return vjp_error_raise(VJP_ERROR_IO, "at the bottom", &exception, NULL); }

/* REENT-5, REENT-6, ERR-2: class, message and payload of an error come home through the threads, with the nodes' names
 * outside-in */
static void reent_6_errors_come_home(void) {
  Deep d = deep_of(130, raise_at_the_bottom);
  OK(vjp_tensor_add_hook(d.y, go_deeper, &d, NULL, NULL));
  vjp_tensor* z = OP("exp", T(d.y));
  vjp_tensor* out = NULL;
  FAILS(VJP_ERROR_IO, try_grad(z, NULL, d.x, false, true, &out));
  SAYS("at the bottom");
  SAYS("(in node MulBackward > MulBackward");
  CHECK(vjp_error_take_payload() == &exception && d.astray == 0);
  CHECK(vjp_grad_call_current_id() == -1 && vjp_node_current() == NULL && !vjp_in_backward());
  /* REENT-12: nothing is left behind */
  d.at_the_bottom = NULL;
  d.deepest = 0;
  EQUALS(grad(d.y, d.x), 6);
}

/* REENT-6: a library error of the inner call that a hook passes on keeps its class and message */
static vjp_status pass_on(void* context, vjp_tensor* g, vjp_tensor** replacement) {
  (void)g, (void)replacement;
  vjp_tensor* out = NULL;
  return try_grad((vjp_tensor*)context, NULL, (vjp_tensor*)context, false, true, &out);
}
static void reent_6_a_hook_passes_an_error_on(void) {
  vjp_tensor* x = leaf(VEC(3));
  vjp_tensor* y = mul(x, x);
  OK(vjp_tensor_add_hook(y, pass_on, leaf(VEC(1, 2)), NULL, NULL));
  vjp_tensor* out = NULL;
  FAILS(VJP_ERROR_INVALID, try_grad(y, NULL, x, false, true, &out));
  SAYS("one-element roots");
  SAYS("MulBackward");
}

/* ---- what goes along with the threads ---- */

static vjp_guard* region;
static char warned[4096];
static vjp_status look_around(void) {
  /* the modes of the caller, in the middle of its region */
  CHECK(vjp_mode_enabled(VJP_MODE_VIEW_REPLAY) && !vjp_mode_enabled(VJP_MODE_MULTITHREADING) && !vjp_grad_mode());
  CHECK(vjp_in_backward() && strcmp(vjp_node_name(vjp_node_current()), "MulBackward") == 0);
  /* THREAD-8: warnings reach the handler when the outermost call ends */
  OK(vjp_warn("from the bottom"));
  CHECK(warned[0] == '\0');
  /* regions may be entered and left */
  vjp_guard* inner = NULL;
  OK(vjp_guard_mode(VJP_MODE_GRAD, true, &inner));
  CHECK(vjp_grad_mode());
  FAILS(VJP_ERROR_STATE, vjp_guard_exit(region));
  OK(vjp_guard_exit(inner));
  return VJP_OK;
}
static pthread_t warned_on;
static void note_warning(void* context, const char* message) {
  (void)context;
  warned_on = pthread_self();
  strncat(warned, message, sizeof warned - strlen(warned) - 1);
  strncat(warned, ";", sizeof warned - strlen(warned) - 1);
}

static void reent_5_stand_ins_stand_in_for_everything(void) {
  warned[0] = '\0';
  OK(vjp_set_warning_handler(note_warning, NULL, NULL));
  Deep d = deep_of(130, look_around);
  OK(vjp_tensor_add_hook(d.y, go_deeper, &d, NULL, NULL));
  vjp_guard* replay = NULL;
  OK(vjp_guard_mode(VJP_MODE_VIEW_REPLAY, true, &replay));
  OK(vjp_guard_mode(VJP_MODE_MULTITHREADING, false, &region));
  EQUALS(grad(d.y, d.x), 6);
  CHECK(has_threads() ? d.most_threads >= 2 : d.most_threads == 0);
  CHECK(vjp_mode_enabled(VJP_MODE_VIEW_REPLAY) && !vjp_mode_enabled(VJP_MODE_MULTITHREADING));
  OK(vjp_guard_exit(region));
  OK(vjp_guard_exit(replay));
  CHECK(strcmp(warned, "from the bottom;") == 0 && pthread_equal(warned_on, pthread_self()));
  OK(vjp_set_warning_handler(NULL, NULL, NULL));
}

/* THREAD-7, THREAD-13: what belongs to a binding */
static _Thread_local int binding_state;
static int waiting, released, entered, dropped, seen_state;
static void* give_lock_back(void* context) {
  (void)context;
  ++waiting;
  return &released;
}
static void take_lock_again(void* context, void* token) {
  (void)context;
  --waiting;
  ++*(int*)token;
}
static void* save_state(void* context) { return (void)context, (void*)(intptr_t)binding_state; }
static void enter_state(void* context, void* state) {
  (void)context;
  CHECK(waiting > 0);
  binding_state = (int)(intptr_t)state;
  ++entered;
}
static void leave_state(void* context, void* state) {
  (void)context, (void)state;
  binding_state = 0;
}
static void drop_binding(void* context) { ++*(int*)context; }
static vjp_status look_at_binding(void) {
  seen_state = binding_state;
  return VJP_OK;
}

static void thread_13_bindings(void) {
  vjp_thread_callbacks callbacks = VJP_THREAD_CALLBACKS_INIT;
  int64_t id = -1;
  callbacks.release = give_lock_back;
  FAILS(VJP_ERROR_INVALID, vjp_thread_callbacks_add(&callbacks, &id));
  callbacks.acquire = take_lock_again;
  callbacks.save = save_state;
  callbacks.enter = enter_state;
  callbacks.leave = leave_state;
  callbacks.context = &dropped;
  callbacks.drop = drop_binding;
  OK(vjp_thread_callbacks_add(&callbacks, &id));
  binding_state = 17;
  Deep d = deep_of(200, look_at_binding);
  OK(vjp_tensor_add_hook(d.y, go_deeper, &d, NULL, NULL));
  EQUALS(grad(d.y, d.x), 6);
  CHECK(seen_state == 17 && binding_state == 17);
  const int threads = has_threads() ? 3 : 0; /* that the levels need */
  CHECK(entered == threads && released == threads && waiting == 0 && dropped == 0);
  OK(vjp_thread_callbacks_remove(id));
  CHECK(dropped == 1);
  FAILS(VJP_ERROR_INVALID, vjp_thread_callbacks_remove(id));
  d.deepest = 0;
  EQUALS(grad(d.y, d.x), 6);
  CHECK(entered == threads);
}

/* ---- in other threads and processes ---- */

static void* deep_in_thread(void* levels) {
  Deep d = {NULL, NULL, *(int*)levels, 0, 0, 0, NULL};
  double three = 3;
  intptr_t bad = 0;
  vjp_tensor* g = NULL;
  bad += vjp_tensor_from_data(&three, (int64_t[]){1}, 1, VJP_DTYPE_FLOAT64, &d.x) != VJP_OK;
  bad += vjp_tensor_set_requires_grad(d.x, true) != VJP_OK;
  bad += vjp_mul(d.x, d.x, &d.y) != VJP_OK;
  bad += vjp_tensor_add_hook(d.y, go_deeper, &d, NULL, NULL) != VJP_OK;
  bad += try_grad(d.y, NULL, d.x, false, false, &g) != VJP_OK || at(g, 0) != 6 || d.deepest != d.levels + 1 || d.astray;
  vjp_tensor_release(g);
  vjp_tensor_release(d.y);
  vjp_tensor_release(d.x);
  return (void*)bad;
}

/* THREAD-16: from threads that the library has never seen, several at once */
static void thread_16_deep_calls_from_several_threads(void) {
  pthread_t threads[4];
  int levels = 150;
  for (int i = 0; i < 4; ++i) CHECK(pthread_create(&threads[i], NULL, deep_in_thread, &levels) == 0);
  for (int i = 0; i < 4; ++i) {
    void* bad = NULL;
    pthread_join(threads[i], &bad);
    CHECK(bad == NULL);
  }
}

/* THREAD-10: a child has none of its parent's threads, and makes its own */
static void thread_10_fork(void) {
#if defined(__SANITIZE_THREAD__)
  return; /* it takes the child's threads for those that the parent had */
#endif
  int levels = 200;
  CHECK(deep_in_thread(&levels) == NULL);
  CHECK((count_threads("vjp-nested-") > 0) == has_threads());
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    alarm(60); /* a hang is a failure */
    bool good = count_threads("vjp-nested-") == 0 && deep_in_thread(&levels) == NULL &&
                (count_threads("vjp-nested-") > 0) == has_threads();
    vjp_shutdown();
    _exit(good && checks_failed == 0 ? 0 : 1);
  }
  int status = -1;
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  CHECK(deep_in_thread(&levels) == NULL);
}

/* THREAD-11: exit in the middle of a nested call, with and without a shutdown, does not hang */
static bool shut_down_first;
static vjp_status leave_the_process(void) {
  if (shut_down_first) {
    vjp_shutdown();
  }
  exit(0);
}
static void thread_11_exit_within_a_call(void) {
#if defined(__SANITIZE_THREAD__)
  return;
#endif
  for (int i = 0; i < 2; ++i) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
      alarm(60);
      if (!freopen("/dev/null", "w", stdout)) _exit(2);
      shut_down_first = i == 1;
      Deep d = deep_of(130, leave_the_process);
      OK(vjp_tensor_add_hook(d.y, go_deeper, &d, NULL, NULL));
      grad(d.y, d.x);
      _exit(1);
    }
    int status = -1;
    CHECK(child > 0 && waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
}

int main(void) {
  RUN(reent_4_few_levels_need_no_thread);
  if (has_threads()) RUN(reent_4_ten_thousand_levels);
  RUN(reent_4_without_other_threads);
  RUN(reent_6_errors_come_home);
  RUN(reent_6_a_hook_passes_an_error_on);
  RUN(reent_5_stand_ins_stand_in_for_everything);
  RUN(thread_13_bindings);
  RUN(thread_16_deep_calls_from_several_threads);
  RUN(thread_10_fork);
  RUN(thread_11_exit_within_a_call);
  vjp_shutdown();
  return finish();
}
