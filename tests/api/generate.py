#!/usr/bin/env python3
"""Writes a C99 program that calls every function of the public headers with NULL, absurd and mismatched arguments.

    generate.py API.json OUTPUT.c        # what `vjp_gen describe` has printed

Each parameter is drawn by the `pick_...` function of its type (pick.h, pick_structs.h), so a new function is covered as soon as its
header declares it. A parameter of a type that this script does not know is an error: no function is left out in silence.
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import api

# Handles: type -> what makes one, what releases one.
HANDLES = {
    "vjp_tensor": ("pick_tensor", "vjp_tensor_release"),
    "vjp_tensor_list": ("pick_tensor_list", "vjp_tensor_list_release"),
    "vjp_node": ("pick_node", "vjp_node_release"),
    "vjp_gradcheck_report": ("pick_gradcheck_report", "vjp_gradcheck_report_release"),
    "vjp_grad_call": ("pick_grad_call", "vjp_grad_call_release"),
    "vjp_pending": ("pick_pending", "walk_end_pending"),
    "vjp_generator": ("pick_generator", "vjp_generator_release"),
    "vjp_safetensors": ("pick_safetensors", "vjp_safetensors_release"),
    "vjp_hook": ("pick_hook", "vjp_hook_release"),
    "vjp_kept_results": ("pick_kept_results", "vjp_kept_results_release"),
    "vjp_function_call": ("pick_function_call", "vjp_function_abandon"),
    "vjp_saved_tensor": ("pick_saved_tensor", "vjp_saved_tensor_release"),
    "vjp_saved_attribute": ("pick_saved_attribute", "vjp_saved_attribute_release"),
    "vjp_guard": ("pick_guard", "vjp_guard_exit"),
    "vjp_graph": ("pick_graph", "vjp_graph_release"),
    "vjp_compiled": ("pick_compiled", "vjp_compiled_release"),
    "vjp_explanation": ("pick_explanation", "vjp_explanation_release"),
    "vjp_sparsity": ("pick_sparsity", "vjp_sparsity_release"),
    "vjp_linearization": ("pick_linearization", "vjp_linearization_release"),
    "vjp_profiler": ("pick_profiler", "vjp_profiler_release"),
    "vjp_memory_report": ("pick_memory_report", "vjp_memory_report_release"),
    "vjp_optimizer": ("pick_optimizer", "vjp_optimizer_release"),
    "vjp_grad_scaler": ("pick_grad_scaler", "vjp_grad_scaler_release"),
    "vjp_stream": ("pick_stream", "vjp_stream_release"),
    "vjp_event": ("pick_event", "vjp_event_release"),
    "vjp_device_graph": ("pick_device_graph", "vjp_device_graph_release"),
    "vjp_graphed": ("pick_graphed", "vjp_graphed_release"),
    "vjp_memory_pool": ("pick_memory_pool", "vjp_memory_pool_release"),
    "vjp_reference_map": ("pick_reference_map", "vjp_reference_map_release"),
    "vjp_weak_tensor": ("pick_weak_tensor", "vjp_weak_tensor_release"),
    "vjp_weak_node": ("pick_weak_node", "vjp_weak_node_release"),
}
# Other parameter types -> the C expression that draws one.
PICKS = {
    "const vjp_op*": "pick_op(p)",
    "bool": "pick_bool(p)",
    "double": "pick_double(p)",
    "int32_t": "pick_int32(p)",
    "int64_t": "pick_int64(p)",
    "uint32_t": "(uint32_t)pick_int32(p)",
    "uint64_t": "(uint64_t)pick_int64(p)",
    "size_t": "pick_count(p)",
    "vjp_dtype": "pick_dtype(p)",
    "vjp_status": "(vjp_status)pick_enum(p)",
    "vjp_variant": "(vjp_variant)pick_enum(p)",
    "vjp_mode": "(vjp_mode)pick_enum(p)",
    "vjp_memory_format": "(vjp_memory_format)pick_enum(p)",
    "vjp_layout": "(vjp_layout)pick_enum(p)",
    "vjp_race_mode": "(vjp_race_mode)pick_enum(p)",
    "vjp_capture_mode": "(vjp_capture_mode)pick_enum(p)",
    "vjp_stale_streams": "(vjp_stale_streams)pick_enum(p)",
    "vjp_multi_grad_mode": "(vjp_multi_grad_mode)pick_enum(p)",
    "vjp_multi_grad_hook_fn": "pick_multi_grad_hook(p)",
    "vjp_scalar": "pick_scalar(p)",
    "vjp_device": "pick_device(p)",
    "const vjp_device*": "pick_device_pointer(p)",
    "const vjp_scalar*": "pick_scalar_pointer(p)",
    "const char*": "pick_string(p)",
    "const char* const*": "pick_strings(p)",
    "const int64_t*": "pick_ints(p)",
    "const double*": "pick_doubles(p)",
    "const bool*": "pick_bools(p)",
    "vjp_tensor* const*": "pick_tensors(p)",
    "const vjp_value*": "pick_values(p)",
    "const vjp_index*": "pick_indices(p)",
    "const vjp_grad_options*": "pick_grad_options(p)",
    "const vjp_function*": "pick_function(p)",
    "const vjp_gradcheck_options*": "pick_gradcheck_options(p)",
    "vjp_gradcheck_fn": "pick_gradcheck_function(p)",
    "const vjp_graph_picture_options*": "pick_picture_options(p)",
    "vjp_picture_format": "(vjp_picture_format)pick_enum(p)",
    "const vjp_sparse_options*": "pick_sparse_options(p)",
    "vjp_functional_fn": "pick_functional_function(p)",
    "const vjp_functional_options*": "pick_functional_options(p)",
    "vjp_function_vmap_fn": "pick_function_vmap(p)",
    "vjp_vmap_fn": "pick_gradcheck_function(p)",
    "const vjp_vmap_options*": "pick_vmap_options(p)",
    "vjp_compile_fn": "pick_gradcheck_function(p)",
    "const vjp_compile_options*": "pick_compile_options(p)",
    "vjp_compile_counters*": "pick_compile_counters(p)",
    "const vjp_chained_call*": "pick_chained_calls(p)",
    "vjp_randomness": "(vjp_randomness)pick_enum(p)",
    "vjp_sparse_fn": "pick_sparse_function(p)",
    "vjp_coloring": "(vjp_coloring)pick_enum(p)",
    "const vjp_checkpoint_function*": "pick_checkpoint_function(p)",
    "const vjp_checkpoint_options*": "pick_checkpoint_options(p)",
    "const vjp_graphed_function* const*": "pick_graphed_functions(p)",
    "const vjp_graphed_options*": "pick_graphed_options(p)",
    "vjp_intercept_place": "(vjp_intercept_place)pick_enum(p)",
    "vjp_intercept_fn": "pick_intercept(p)",
    "const vjp_intercepted_call*": "NULL",  # exists inside a callback only
    "vjp_checkpoint_policy_fn": "pick_checkpoint_policy(p)",
    "const vjp_autocast_options*": "pick_autocast_options(p)",
    "const vjp_optimizer_options*": "pick_optimizer_options(p)",
    "vjp_optimizer_options*": "pick_optimizer_options(p)",
    "const vjp_grad_scaler_options*": "pick_grad_scaler_options(p)",
    "const vjp_grad_scaler_state*": "pick_grad_scaler_state(p)",
    "vjp_grad_scaler_state*": "pick_grad_scaler_state(p)",
    "const vjp_one_cycle*": "pick_one_cycle(p)",
    "vjp_lr_plateau*": "pick_plateau(p)",
    "const vjp_allocator*": "pick_allocator(p)",
    "const vjp_raw_allocator*": "pick_raw_allocator(p)",
    "const vjp_thread_pool*": "pick_thread_pool(p)",
    "vjp_binding_link*": "((void)walk_choice(p), (vjp_binding_link*)NULL)",  # whatever it points to is called
    "const vjp_reference_root*": "pick_reference_roots(p)",
    "const vjp_saved_tensor_hooks*": "pick_saved_hooks(p)",
    "const vjp_sim_options*": "pick_sim_options(p)",
    "vjp_tensor_hook_fn": "pick_tensor_hook(p)",
    "vjp_leaf_hook_fn": "pick_leaf_hook(p)",
    "vjp_node_pre_hook_fn": "pick_pre_hook(p)",
    "vjp_node_post_hook_fn": "pick_post_hook(p)",
    "vjp_warning_fn": "pick_warning(p)",
    "vjp_memory_pressure_fn": "pick_pressure(p)",
    "vjp_call_site_fn": "pick_call_site(p)",
    "vjp_trace_fn": "pick_trace(p)",
    "const vjp_profiler_options*": "pick_profiler_options(p)",
    "vjp_profile_sort": "(vjp_profile_sort)pick_enum(p)",
    "const vjp_memory_report_options*": "pick_memory_report_options(p)",
    "vjp_memory_by": "(vjp_memory_by)pick_enum(p)",
    "vjp_memory_form": "(vjp_memory_form)pick_enum(p)",
    "vjp_race_program_fn": "pick_race_program(p)",
    "vjp_call_site*": "NULL",  # exists inside a callback only
    "vjp_hook_kind": "(vjp_hook_kind)pick_enum(p)",
    "vjp_final_callback_fn": "pick_final(p)",
    "vjp_pending_fn": "pick_pending_callback(p)",
    "vjp_take_gradient_fn": "pick_take_gradient(p)",
    "const vjp_thread_callbacks*": "pick_thread_callbacks(p)",
    "void (*)(void*)": "pick_drop(p)",
    "void*": "pick_memory(p)",
    "const void*": "pick_memory(p)",
}
# Out parameters of plain types -> the place that receives them.
PLAIN_OUT = {"double": "double", "int64_t": "int64_t", "uint64_t": "uint64_t", "uint32_t": "uint32_t",
             "bool": "bool", "vjp_dtype": "vjp_dtype", "vjp_scalar": "vjp_scalar",
             "vjp_slot_info": "vjp_slot_info", "vjp_grad_options": "vjp_grad_options", "size_t": "size_t",
             "int32_t": "int32_t", "vjp_device": "vjp_device", "vjp_device_info": "vjp_device_info",
             "vjp_stream_statistics": "vjp_stream_statistics", "vjp_memory_statistics": "vjp_memory_statistics",
             "vjp_race_finding": "vjp_race_finding", "vjp_capture_state": "vjp_capture_state",
             "vjp_graph_link": "vjp_graph_link", "vjp_gradient_answer": "vjp_gradient_answer",
             "vjp_sim_counters": "vjp_sim_counters", "vjp_sim_reversal": "vjp_sim_reversal",
             "vjp_profile_event": "vjp_profile_event", "vjp_memory_totals": "vjp_memory_totals",
             "vjp_memory_storage": "vjp_memory_storage", "vjp_memory_keeper": "vjp_memory_keeper"}
# Parameters where the type says too little.
NAMED = {
    ("vjp_tensor_from_dlpack", "managed"): "NULL",   # whatever it points to is called: see tests/c/dlpack.c
    ("vjp_sparsity_color", "colors"): "NULL",        # of as many numbers as the pattern has rows or columns
    ("vjp_profiler_averages", "rows"): "NULL",       # as many as the next argument says
    ("vjp_memory_report_sums", "rows"): "NULL",      # the same
    ("vjp_error_raise", "payload"): "NULL",
    ("vjp_error_raise_shared", "payload"): "NULL",
    ("vjp_error_raise_shared", "share"): "NULL",
    ("vjp_stream_wrap", "native"): "NULL",  # whatever it points to is used
    ("vjp_stream_native", "out"): "NULL",
    ("vjp_memory_set_limit", "bytes"): "UINT64_MAX",  # what follows needs memory
    ("vjp_memory_set_fraction", "fraction"): "-1",
    ("vjp_string_free", "string"): "NULL",
    ("vjp_sim_set_mode", "mode"): "pick_sim_mode(p)",
    ("vjp_set_default_device", "device"): "pick_host(p)",  # the walk looks at what it makes
    ("vjp_hook_remove", "hook"): "NULL",
    ("vjp_function_end", "call"): "NULL",  # it takes the call away; NULL shows that nothing else is looked at
    ("vjp_function_abandon", "call"): "NULL",
    ("vjp_guard_exit", "guard"): "NULL",             # it ends what it is given
    ("vjp_guard_is_open", "guard"): "(const vjp_guard*)pick_memory(p)",  # it looks at no more than the address
}
# Functions that take a reference away: with NULL only.
RELEASES = re.compile(r"_(release|free|remove)$")


def plain(parameter):
    """(type, name); which function a pointer to one points to does not matter."""
    return "void (*)(void*)" if parameter.function else parameter.type, parameter.name


class Function:
    """The C text that calls one function once."""

    def __init__(self, name, returns, parameters):
        self.name, self.returns, self.parameters = name, returns, parameters
        self.before, self.arguments, self.after = [], [], []
        for i, (kind, label) in enumerate(parameters):
            self.add(i, kind, label)

    def add(self, i, kind, label):
        var = f"a{i}"
        plain = re.sub(r"^const ", "", kind)
        handle = plain[:-1] if plain.endswith("*") and plain[:-1] in HANDLES else None
        if (self.name, label) in NAMED or (handle and RELEASES.search(self.name)):
            self.arguments.append(NAMED.get((self.name, label), "NULL"))
        elif kind == "char*" and label == "buffer":  # of walk_buffer's size
            self.arguments.append("walk_choice(p) == 1 ? NULL : walk_buffer")
        elif label == "size" and self.parameters[i - 1] == ("char*", "buffer"):
            self.arguments.append("(size_t)walk_choice(p) % sizeof walk_buffer")
        elif label == "path":
            self.argument(var, kind, "pick_path(p)")
        elif handle:
            self.argument(var, kind, f"{HANDLES[handle][0]}(p)")
        elif kind in PICKS:
            self.argument(var, kind, PICKS[kind])
        elif kind.endswith("**") and kind[:-2] in HANDLES:
            self.handle_out(var, kind[:-2])
        elif kind == "char**":
            self.out(var, "char*", "vjp_string_free({})")
        elif kind == "void**" and label == "value":  # borrowed
            self.out(var, "void*", "(void){}")
        elif kind == "void**" and label == "native":
            self.out(var, "void*", "vjp_sim_native_destroy({})")
        elif kind == "void**":
            self.out(var, "void*", "walk_delete_dlpack({}, a1)")
        elif kind.endswith("*") and kind[:-1] in PLAIN_OUT:
            self.before.append(f"{kind[:-1]} {var}; memset(&{var}, 0x5a, sizeof {var}); walk_out(p);")
            self.arguments.append(f"p->null_out ? NULL : &{var}")
        else:
            sys.exit(f"generate.py: {self.name}: no way to draw a '{kind}' for '{label}'")

    def argument(self, var, kind, pick):
        declared = f"void (*{var})(void*)" if "(*)" in kind else f"{kind} {var}"
        self.before.append(f"{declared} = {pick};")
        self.arguments.append(var)

    def handle_out(self, var, handle):
        # an array, for the functions that fill one: a handle an input
        self.before.append(f"{handle}* {var}[WALK_OUTS]; walk_fill((void**){var}); walk_out(p);")
        self.arguments.append(f"p->null_out ? NULL : {var}")
        self.after.append(f"for (int i = 0; i < WALK_OUTS; ++i) if ((void*){var}[i] != WALK_UNTOUCHED) "
                          f"{{ walk_wrote(p, \"{self.name}\"); {HANDLES[handle][1]}({var}[i]); }}")

    def out(self, var, kind, release):
        self.before.append(f"{kind} {var} = ({kind})WALK_UNTOUCHED; walk_out(p);")
        self.arguments.append(f"p->null_out ? NULL : &{var}")
        self.after.append(f"if ((void*){var} != WALK_UNTOUCHED) {{ walk_wrote(p, \"{self.name}\"); "
                          f"{release.format(var)}; }}")

    def text(self):
        call, after = f"{self.name}({', '.join(self.arguments)})", []
        if self.returns == "vjp_status" and not self.name.startswith("vjp_error_raise"):  # they return the status they are given
            call, after = f"vjp_status status = {call}", [f'walk_status(p, "{self.name}", status);']
        elif self.name.endswith("_retain"):
            call = f"{self.name.replace('_retain', '_release')}({call})"
        elif self.returns != "void":
            call = f"(void){call}"
        lines = [*self.before, "walk_arm(p);", call + ";", "walk_disarm(p);", *after, *self.after]
        body = "".join(f"  {line}\n" for line in lines)
        return f"static void call_{self.name}(Pick* p) {{\n{body}}}\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    description = api.load(file=sys.argv[1])
    functions = [Function(f.name, f.returns.type, list(map(plain, f.parameters)))
                 for f in sorted(description.functions, key=lambda f: (f.header, f.line))]
    names = [f.name for f in functions]
    lines = ["/* Generated by tests/api/generate.py from the public headers. */\n#include WALK_HEADER\n\n",
             *(f.text() for f in functions), "\nstatic const Walk walks[] = {\n",
             *(f'  {{"{n}", call_{n}}},\n' for n in names),
             "};\n\nint main(void) { return walk_all(walks, sizeof walks / sizeof walks[0], WALK_ONE); }\n"]
    # As it is, if it is: then it need not be compiled again.
    text, file = "".join(lines), pathlib.Path(sys.argv[2])
    if not file.exists() or file.read_text() != text:
        file.write_text(text)


main()
