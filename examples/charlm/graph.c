/* A picture of the graph that one step recorded: its layers are one box, which the page opens by a click. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "charlm.h"

/* Training goes on without it. */
static bool write_picture(const vjp_graph* graph, vjp_picture_format format, const char* path) {
  char* text;
  vjp_graph_picture_options options = VJP_GRAPH_PICTURE_OPTIONS_INIT;
  options.title = "charlm: one step";
  options.open = 1; /* in the SVG the first layer is seen; the page has all levels anyway */
  must(vjp_graph_picture(graph, format, &options, &text));
  FILE* file = fopen(path, "w");
  bool written = file && fputs(text, file) >= 0;
  written = file && fclose(file) == 0 && written;
  if (!written) fprintf(stderr, "charlm: graph '%s' is not drawn: %s\n", path, strerror(errno));
  vjp_string_free(text);
  return written;
}

void write_graph(const char* svg_path, const char* html_path, vjp_tensor* loss, const Model* model) {
  vjp_graph* graph;
  must(vjp_graph_create(&loss, 1, &graph));
  must(vjp_graph_set_name(graph, loss, "loss"));
  for (size_t i = 0; i < model->count; ++i) must(vjp_graph_set_name(graph, model->parameters[i], model->names[i]));
  const bool drawn = write_picture(graph, VJP_PICTURE_SVG, svg_path);
  if (write_picture(graph, VJP_PICTURE_HTML, html_path) && drawn)
    printf("graph of one step: %zu nodes in %s and %s\n", vjp_graph_num_nodes(graph), svg_path, html_path);
  vjp_graph_release(graph);
}
