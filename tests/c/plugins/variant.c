/* The toy backend with one thing changed: VARIANT_... says which, VARIANT_NAME what its device type is called. HIP is
 * called like devices that DLPack knows, and that is all. */
#define vjp_backend_entry toy_entry
#include "../../../examples/toy_backend/toy.c"
#undef vjp_backend_entry

#ifdef VARIANT_NO_DRIVER
static vjp_status no_driver(int32_t* count) {
  *count = 0;
  return refuse(VJP_ERROR_BACKEND, "the driver of this device is not installed");
}
#endif

#ifdef VARIANT_NO_DEVICES
static vjp_status no_devices(int32_t* count) {
  *count = 0;
  return VJP_OK;
}
#endif

#ifdef VARIANT_OLD_TABLE
/* Lies behind the end of the table: must never be called. */
static bool beyond_the_end(void) { abort(); }
#endif

#if defined VARIANT_OLD_KERNELS || defined VARIANT_WRONG_SUM || defined VARIANT_ROUNDS
static vjp_kernels kernels;
#endif

#ifdef VARIANT_WRONG_SUM
/* Products come out as zeros. */
static vjp_status wrong_gemm(const vjp_gemm_args* args, const vjp_launch* launch) {
  vjp_gemm_args wrong = *args;
  wrong.k = 0;
  return host->cpu_kernels->gemm(&wrong, launch);
}
#endif

#ifdef VARIANT_ROUNDS
/* Products are zeros where their operands may be rounded: as coarse as it gets. */
static vjp_status rounding_gemm(const vjp_gemm_args* args, const vjp_launch* launch) {
  vjp_gemm_args rounded = *args;
  if (launch->allow_tf32) rounded.k = 0;
  return host->cpu_kernels->gemm(&rounded, launch);
}
/* What a program does at its end: see vjp_shutdown. */
static void say_goodbye(void) {
  const char* text = "goodbye";
  setenv("VJP_TEST_PLUGIN_SAYS", text, 1);
}
#endif

#ifndef VARIANT_NO_ENTRY
VJP_API vjp_status vjp_backend_entry(const vjp_backend_host* library, const vjp_backend** out) {
  const vjp_backend* ignored = NULL;
  vjp_status status = toy_entry(library, &ignored);
  if (status != VJP_OK) return status;
  table.name = VARIANT_NAME;
  *out = &table;
#if defined VARIANT_REFUSES
  return refuse(VJP_ERROR_STATE, "the licence of this device has run out");
#elif defined VARIANT_REFUSES_SILENTLY
  return VJP_ERROR_BACKEND;
#elif defined VARIANT_NO_TABLE
  *out = NULL;
#elif defined VARIANT_OTHER_INTERFACE
  table.interface = VJP_BACKEND_INTERFACE + 41;
#elif defined VARIANT_SHORT_TABLE
  table.size = offsetof(vjp_backend, host_function);
#elif defined VARIANT_OLD_TABLE
  table.size = offsetof(vjp_backend, order_matters);
  table.order_matters = beyond_the_end;
#elif defined VARIANT_OLD_KERNELS
  memcpy(&kernels, library->cpu_kernels, offsetof(vjp_kernels, optimizer));
  kernels.size = offsetof(vjp_kernels, sort);
  table.kernels = &kernels;
#elif defined VARIANT_MISSING_ENTRY
  table.raw_alloc = NULL;
#elif defined VARIANT_NO_DRIVER
  table.device_count = no_driver;
#elif defined VARIANT_NO_DEVICES
  table.device_count = no_devices;
#elif defined VARIANT_BAD_NAME
  table.name = "Bad Name:0";
#elif defined VARIANT_MISNAMED
  table.name = "other";
#elif defined VARIANT_SECOND_TOY
  table.name = "toy";
#elif defined VARIANT_CALLED_SIM
  table.name = "sim";
#elif defined VARIANT_WRONG_SUM
  memcpy(&kernels, library->cpu_kernels, sizeof kernels);
  kernels.gemm = wrong_gemm;
  table.kernels = &kernels;
#elif defined VARIANT_ROUNDS
  memcpy(&kernels, library->cpu_kernels, sizeof kernels);
  kernels.gemm = rounding_gemm;
  table.kernels = &kernels;
  table.shutdown = say_goodbye;
#endif
  return VJP_OK;
}
#endif
