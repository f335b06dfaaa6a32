/* A transformer with norms before its blocks, as GPT-2 has them. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "charlm.h"

static vjp_tensor* add_parameter(Model* model, vjp_tensor* value, const char* name) {
  must(vjp_tensor_set_requires_grad(value, true));
  must(vjp_scope_keep(value));
  model->parameters[model->count] = value;
  snprintf(model->names[model->count++], sizeof model->names[0], "%s", name);
  return value;
}

static vjp_tensor* normal(Model* m, const char* name, int64_t rows, int64_t columns, double deviation,
                          vjp_generator* generator) {
  const int64_t shape[] = {rows, columns};
  vjp_tensor* value;
  must(vjp_randn(shape, 2, VJP_DTYPE_FLOAT32, generator, &value));
  must(vjp_mul_scalar_(value, vjp_scalar_float(deviation)));
  return add_parameter(m, value, name);
}

static vjp_tensor* constant(Model* m, const char* name, int64_t size, double number) {
  vjp_tensor* value;
  must(vjp_full(&size, 1, vjp_scalar_float(number), VJP_DTYPE_FLOAT32, &value));
  return add_parameter(m, value, name);
}

static void make_block(Model* m, int64_t index, vjp_generator* generator) {
  const int64_t c = m->width;
  const double deviation = 0.02, residual = 0.02 / sqrt(2.0 * (double)m->layers);
  Block* b = &m->blocks[index];
  char name[40];
#define NAME(part) (snprintf(name, sizeof name, "blocks.%d." part, (int)index), name)
  b->norm1_weight = constant(m, NAME("norm1.weight"), c, 1);
  b->norm1_bias = constant(m, NAME("norm1.bias"), c, 0);
  b->qkv_weight = normal(m, NAME("qkv.weight"), 3 * c, c, deviation, generator);
  b->qkv_bias = constant(m, NAME("qkv.bias"), 3 * c, 0);
  b->proj_weight = normal(m, NAME("proj.weight"), c, c, residual, generator);
  b->proj_bias = constant(m, NAME("proj.bias"), c, 0);
  b->norm2_weight = constant(m, NAME("norm2.weight"), c, 1);
  b->norm2_bias = constant(m, NAME("norm2.bias"), c, 0);
  b->up_weight = normal(m, NAME("up.weight"), 4 * c, c, deviation, generator);
  b->up_bias = constant(m, NAME("up.bias"), 4 * c, 0);
  b->down_weight = normal(m, NAME("down.weight"), c, 4 * c, residual, generator);
  b->down_bias = constant(m, NAME("down.bias"), c, 0);
#undef NAME
}

Model make_model(const Options* o, size_t vocabulary, vjp_generator* generator) {
  Model m = {.vocabulary = (int64_t)vocabulary,
             .context = o->context,
             .width = o->width,
             .heads = o->heads,
             .layers = o->layers,
             .dropout = o->dropout};
  must(vjp_scope_begin());
  m.token = normal(&m, "token", m.vocabulary, m.width, 0.02, generator);
  m.position = normal(&m, "position", m.context, m.width, 0.02, generator);
  for (int64_t i = 0; i < m.layers; ++i) make_block(&m, i, generator);
  m.norm_weight = constant(&m, "norm.weight", m.width, 1);
  m.norm_bias = constant(&m, "norm.bias", m.width, 0);
  m.head_weight = normal(&m, "head", m.vocabulary, m.width, 0.02, generator);
  must(vjp_scope_end());
  return m;
}

void free_model(Model* model) {
  for (size_t i = 0; i < model->count; ++i) vjp_tensor_release(model->parameters[i]);
}

int64_t count_elements(const Model* model) {
  int64_t sum = 0;
  for (size_t i = 0; i < model->count; ++i) sum += vjp_tensor_numel(model->parameters[i]);
  return sum;
}

/* ---- forward ---- */

static vjp_tensor* norm(const Model* m, vjp_tensor* x, vjp_tensor* weight, vjp_tensor* bias) {
  vjp_tensor* out;
  must(vjp_layer_norm(x, &m->width, 1, weight, bias, 1e-5, &out));
  return out;
}

static vjp_tensor* linear(vjp_tensor* x, vjp_tensor* weight, vjp_tensor* bias) {
  vjp_tensor* out;
  must(vjp_linear(x, weight, bias, &out));
  return out;
}

static vjp_tensor* drop(const Model* m, vjp_tensor* x, bool training, vjp_generator* generator) {
  vjp_tensor* out;
  if (!training || m->dropout == 0) return x;
  must(vjp_dropout(x, m->dropout, true, generator, &out));
  return out;
}

static vjp_tensor* add(vjp_tensor* a, vjp_tensor* b) {
  vjp_tensor* out;
  must(vjp_add(a, b, &out));
  return out;
}

static vjp_tensor* attention(const Model* m, const Block* b, vjp_tensor* x, bool training, vjp_generator* generator) {
  const int64_t batch = vjp_tensor_size(x, 0), length = vjp_tensor_size(x, 1);
  const int64_t split[] = {batch, length, 3, m->heads, m->width / m->heads}, order[] = {2, 0, 3, 1, 4};
  const int64_t joined[] = {batch, length, m->width};
  vjp_tensor *qkv = linear(x, b->qkv_weight, b->qkv_bias), *parts[3], *mixed;
  must(vjp_reshape(qkv, split, 5, &qkv));
  must(vjp_permute(qkv, order, 5, &qkv)); /* [3, batch, heads, length, width of a head] */
  for (int64_t i = 0; i < 3; ++i) must(vjp_select(qkv, 0, i, &parts[i]));
  must(vjp_scaled_dot_product_attention(parts[0], parts[1], parts[2], NULL, training ? m->dropout : 0, true, NULL,
                                        false, generator, &mixed));
  must(vjp_transpose(mixed, 1, 2, &mixed));
  must(vjp_reshape(mixed, joined, 3, &mixed));
  return linear(mixed, b->proj_weight, b->proj_bias);
}

static vjp_tensor* feed_forward(const Block* b, vjp_tensor* x) {
  vjp_tensor* hidden = linear(x, b->up_weight, b->up_bias);
  must(vjp_gelu(hidden, "tanh", &hidden));
  return linear(hidden, b->down_weight, b->down_bias);
}

vjp_tensor* forward(const Model* m, vjp_tensor* tokens, bool training, vjp_generator* generator) {
  vjp_tensor *x, *position;
  must(vjp_embedding(tokens, m->token, NULL, &x));
  must(vjp_narrow(m->position, 0, 0, vjp_tensor_size(tokens, 1), &position));
  x = drop(m, add(x, position), training, generator);
  for (int64_t i = 0; i < m->layers; ++i) {
    const Block* b = &m->blocks[i];
    vjp_tensor* mixed = attention(m, b, norm(m, x, b->norm1_weight, b->norm1_bias), training, generator);
    x = add(x, drop(m, mixed, training, generator));
    vjp_tensor* thought = feed_forward(b, norm(m, x, b->norm2_weight, b->norm2_bias));
    x = add(x, drop(m, thought, training, generator));
  }
  return linear(norm(m, x, m->norm_weight, m->norm_bias), m->head_weight, NULL);
}

vjp_tensor* loss_of(const Model* m, vjp_tensor* tokens, vjp_tensor* targets, bool training, vjp_generator* generator) {
  const int64_t rows[] = {-1, m->vocabulary}, all = -1;
  vjp_tensor *logits = forward(m, tokens, training, generator), *loss;
  must(vjp_reshape(logits, rows, 2, &logits));
  must(vjp_reshape(targets, &all, 1, &targets));
  must(vjp_cross_entropy(logits, targets, NULL, -100, "mean", 0, &loss));
  return loss;
}
