/* A picture of the graph that one step recorded: nodes, the edges that gradients take, parameters at the leaves. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "charlm.h"

typedef struct {
  vjp_node** nodes; /* retained, in the order they were met */
  size_t count, capacity;
} Seen;

/* The number of a node; it is added if it is new. Consumes one reference. */
static size_t number_of(Seen* seen, vjp_node* node) {
  for (size_t i = 0; i < seen->count; ++i) {
    if (seen->nodes[i] == node) {
      vjp_node_release(node);
      return i;
    }
  }
  if (seen->count == seen->capacity) {
    const size_t capacity = seen->capacity ? 2 * seen->capacity : 256;
    vjp_node** nodes = must_allocate(capacity * sizeof *nodes);
    if (seen->count) memcpy(nodes, seen->nodes, seen->count * sizeof *nodes);
    free(seen->nodes);
    seen->nodes = nodes;
    seen->capacity = capacity;
  }
  seen->nodes[seen->count] = node;
  return seen->count++;
}

/* The parameter behind an accumulator, NULL for other nodes. The leaf's handle belongs to the scope of the step. */
static const char* parameter_name(const Model* model, const vjp_node* node) {
  vjp_tensor* leaf;
  const char* name = NULL;
  if (vjp_node_leaf(node, &leaf) != VJP_OK) return NULL;
  for (size_t i = 0; i < model->count; ++i) {
    if (model->parameters[i] == leaf) name = model->names[i];
  }
  return name ? name : "leaf";
}

static void write_node(FILE* file, Seen* seen, size_t index, const Model* model) {
  const vjp_node* node = seen->nodes[index];
  const char* parameter = parameter_name(model, node);
  if (parameter) {
    fprintf(file, "  n%zu [label=\"%s\", shape=box, style=filled, fillcolor=\"#dbe9f6\"];\n", index, parameter);
    return;
  }
  fprintf(file, "  n%zu [label=\"%s\"];\n", index, vjp_node_name(node));
  for (size_t e = 0; e < vjp_node_num_edges(node); ++e) {
    vjp_node* next;
    uint32_t slot;
    must(vjp_node_edge(node, e, &next, &slot));
    if (next) fprintf(file, "  n%zu -> n%zu;\n", index, number_of(seen, next));
  }
}

/* Runs `dot -Tsvg`; quiet where it is not installed. */
static bool draw_svg(const char* dot_path, const char* svg_path) {
  const pid_t child = fork();
  if (child == 0) {
    if (!freopen("/dev/null", "w", stderr)) _exit(127);
    execlp("dot", "dot", "-Tsvg", dot_path, "-o", svg_path, (char*)NULL);
    _exit(127);
  }
  int status;
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void write_graph(const char* dot_path, const char* svg_path, vjp_tensor* loss, const Model* model) {
  Seen seen = {0};
  vjp_node* root;
  must(vjp_tensor_grad_fn(loss, &root));
  number_of(&seen, root);
  FILE* file = fopen(dot_path, "w");
  if (!file) bad_input("graph '%s': %s", dot_path, strerror(errno));
  fputs("digraph step {\n  node [shape=ellipse, fontname=\"sans-serif\", fontsize=10];\n", file);
  for (size_t i = 0; i < seen.count; ++i) write_node(file, &seen, i, model);
  fputs("}\n", file);
  const bool failed = ferror(file) != 0;
  if (fclose(file) != 0 || failed) bad_input("graph '%s': %s", dot_path, strerror(errno));
  const bool drawn = draw_svg(dot_path, svg_path);
  printf("graph of one step: %zu nodes in %s%s%s\n", seen.count, dot_path, drawn ? " and " : "", drawn ? svg_path : "");
  for (size_t i = 0; i < seen.count; ++i) vjp_node_release(seen.nodes[i]);
  free(seen.nodes);
}
