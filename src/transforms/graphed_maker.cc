// Making functions graphed: warm-up, and the captures of forwards and backwards.
#include <algorithm>
#include <utility>

#include "device/captures.h"
#include "device/device_memory.h"
#include "engine/grad_call.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "ops/functions/creation.h"
#include "transforms/graphed.h"

namespace vjp {

class GraphedMaker {
 public:
  GraphedMaker(std::vector<Ref<GraphedFunction>> functions, const GraphedOptions& options);
  std::vector<Ref<Graphed>> make();

 private:
  void find_device();
  void check_parameters(size_t index) const;
  Ref<Graphed> prepare(size_t index) const;
  std::vector<Tensor> differentiate(const Graphed& graphed, const std::vector<Tensor>& results,
                                    const std::vector<Tensor>& incoming) const;
  void warm_up(const Graphed& graphed) const;
  Ref<DeviceGraph> begin_graph() const;
  std::vector<Tensor> capture_forward(Graphed& graphed) const;
  void capture_backward(Graphed& graphed, std::vector<Tensor> results) const;

  const GraphedOptions& options_;
  std::vector<Ref<GraphedFunction>> functions_;
  Device device_;
  Ref<MemoryPool> pool_;
};

namespace {

// "input 2", "parameter weight"
std::string name_of(const GraphedFunction& function, size_t surface) {
  size_t inputs = function.samples.size();
  return surface < inputs ? format("input {}", surface)
                          : format("parameter {}", function.parameters[surface - inputs].name);
}

const Tensor& surface_of(const GraphedFunction& function, size_t index) {
  size_t inputs = function.samples.size();
  return index < inputs ? function.samples[index] : function.parameters[index - inputs].tensor;
}

size_t surface_size(const GraphedFunction& function) { return function.samples.size() + function.parameters.size(); }

}  // namespace

GraphedMaker::GraphedMaker(std::vector<Ref<GraphedFunction>> functions, const GraphedOptions& options)
    : options_(options), functions_(std::move(functions)), device_(options.device) {
  find_device();
  if (options.pool && options.pool->device != device_) {
    fail(VJP_ERROR_DEVICE, "make_graphed: the memory pool is of {}, and the functions are on {}", options.pool->device,
         device_);
  }
  for (size_t i = 0; i < functions_.size(); ++i) check_parameters(i);
  if (mode_word & kModeInference)
    fail(VJP_ERROR_STATE, "make_graphed: inference mode is on, in which nothing has a backward");
  if (capture_of(current_stream(device_)))
    fail(VJP_ERROR_STATE, "make_graphed: {} is being captured; make functions graphed outside of captures",
         current_stream(device_));
  pool_ = options.pool ? options.pool : MemoryPool::create(device_);
}

void GraphedMaker::find_device() {
  for (size_t f = 0; f < functions_.size(); ++f) {
    for (size_t i = 0; i < surface_size(*functions_[f]); ++i) {
      const Tensor& t = surface_of(*functions_[f], i);
      if (!t) fail(VJP_ERROR_INVALID, "make_graphed: function {}: {} is NULL", f, name_of(*functions_[f], i));
      if (device_.is_cpu()) device_ = t.device();
      if (t.device().is_cpu() || t.device() != device_) {
        fail(VJP_ERROR_DEVICE, "make_graphed: function {}: {} is {}, and graphs are made for {}", f,
             name_of(*functions_[f], i), t, device_.is_cpu() ? std::string("a device, not the CPU") : to_text(device_));
      }
    }
  }
  if (device_.is_cpu())
    fail(VJP_ERROR_DEVICE,
         "make_graphed: no sample and no parameter says which device it is for; give it as an option");
}

// What a hook does during the capture would be lost, or be repeated for ever (spec GF-5).
void GraphedMaker::check_parameters(size_t index) const {
  for (const GraphedFunction::Parameter& p : functions_[index]->parameters) {
    if (Edge history = present_history(*p.tensor.get()))
      fail(VJP_ERROR_INVALID, "make_graphed: function {}: parameter {} is no leaf but the result of {}", index, p.name,
           history.node->name());
    const AutogradMeta* meta = p.tensor->meta;
    if (meta && (meta->tensor_hooks.size() || meta->post_accumulate_hooks.size())) {
      fail(VJP_ERROR_INVALID,
           "make_graphed: function {}: parameter {} has hooks, which a graph cannot run; add them afterwards", index,
           p.name);
    }
  }
}

Ref<Graphed> GraphedMaker::prepare(size_t index) const {
  auto graphed = Ref<Graphed>::take(new Graphed());
  graphed->device_ = device_;
  graphed->index_ = index;
  graphed->function_ = functions_[index];
  for (const Tensor& sample : functions_[index]->samples) {
    Tensor input = detach(sample);
    if (requires_grad(sample)) set_requires_grad(*input.get(), true);
    graphed->inputs_.push_back(std::move(input));
  }
  for (size_t i = 0; i < surface_size(*functions_[index]); ++i)
    graphed->tracked_.push_back(requires_grad(surface_of(*functions_[index], i)));
  return graphed;
}

// The gradients of the surface, undefined where it is not tracked or nothing depends on it. `incoming` has one for each
// result that requires grad.
std::vector<Tensor> GraphedMaker::differentiate(const Graphed& graphed, const std::vector<Tensor>& results,
                                                const std::vector<Tensor>& incoming) const {
  const GraphedFunction& function = *graphed.function_;
  GradCall call(GradOptions{.allow_unused = true});
  size_t next = 0;
  for (const Tensor& t : results)
    if (requires_grad(t)) call.add_root(t, incoming[next++]);
  for (size_t i = 0; i < graphed.tracked_.size(); ++i) {
    if (!graphed.tracked_[i]) continue;
    call.add_input(i < graphed.inputs_.size() ? graphed.inputs_[i] : surface_of(function, i));
  }
  call.run();
  std::vector<Tensor> found = call.take_results(), gradients(graphed.tracked_.size());
  next = 0;
  for (size_t i = 0; i < gradients.size(); ++i) {
    if (!graphed.tracked_[i]) continue;
    gradients[i] = std::move(found[next++]);
    if (gradients[i] || options_.allow_unused) continue;
    fail(VJP_ERROR_INVALID,
         "make_graphed: function {}: no result depends on {}; leave it out, give a sample that does not require grad, "
         "or set allow_unused",
         graphed.index_, name_of(function, i));
  }
  return gradients;
}

namespace {

bool any_tracked(const std::vector<bool>& tracked) {
  return std::find(tracked.begin(), tracked.end(), true) != tracked.end();
}

// Those of the results that require grad, as `make(result)` gives them.
template <class F>
std::vector<Tensor> gradients_for(const std::vector<Tensor>& results, F&& make) {
  NoGrad guard;
  std::vector<Tensor> gradients;
  for (const Tensor& t : results)
    if (requires_grad(t)) gradients.push_back(make(t));
  return gradients;
}

}  // namespace

void GraphedMaker::warm_up(const Graphed& graphed) const {
  for (int i = 0; i < options_.num_warmup; ++i) {
    std::vector<Tensor> results = (*graphed.function_)(graphed.function_->training, graphed.inputs_);
    std::vector<Tensor> incoming = gradients_for(results, [](const Tensor& t) { return ones_like(t); });
    if (!incoming.empty() && any_tracked(graphed.tracked_)) differentiate(graphed, results, incoming);
  }
}

Ref<DeviceGraph> GraphedMaker::begin_graph() const {
  Ref<DeviceGraph> graph = DeviceGraph::create();
  graph->set_elide_cpu_work(options_.elide_cpu_work);
  graph->begin(device_, pool_, options_.mode);
  return graph;
}

std::vector<Tensor> GraphedMaker::capture_forward(Graphed& graphed) const {
  Ref<DeviceGraph> graph = begin_graph();  // a failure ends the capture with it
  std::vector<Tensor> results = (*graphed.function_)(graphed.function_->training, graphed.inputs_);
  graph->end(false);  // a view, or the derivative of a sum, enqueues nothing
  graphed.forward_ = std::move(graph);
  for (size_t i = 0; i < results.size(); ++i) {
    const Tensor& t = results[i];
    if (!t) fail(VJP_ERROR_INVALID, "make_graphed: function {}: result {} is NULL", graphed.index_, i);
    if (t.device() != device_)
      fail(VJP_ERROR_DEVICE, "make_graphed: function {}: result {} is {}, and the graph is on {}", graphed.index_, i, t,
           device_);
    graphed.differentiable_.push_back(requires_grad(t) && any_tracked(graphed.tracked_));
    graphed.results_.push_back(detach(t));
  }
  return results;
}

void GraphedMaker::capture_backward(Graphed& graphed, std::vector<Tensor> results) const {
  if (!any_tracked(graphed.differentiable_)) return;
  graphed.incoming_ = gradients_for(results, [](const Tensor& t) { return zeros_like(t); });
  Ref<DeviceGraph> graph = begin_graph();
  graphed.outgoing_ = differentiate(graphed, results, graphed.incoming_);
  graph->end(false);
  graphed.backward_ = std::move(graph);
}

std::vector<Ref<Graphed>> GraphedMaker::make() {
  std::vector<Ref<Graphed>> all;
  Ref<Stream> stream = Stream::create(device_);
  stream->set_name("graphed");
  stream_wait_stream(*stream, current_stream(device_));
  {
    StreamScope on(*stream);
    ModeGuard recording(kModeForwardOff, kModeNoGrad | kModeForward);
    for (size_t i = 0; i < functions_.size(); ++i) {
      all.push_back(prepare(i));
      warm_up(*all.back());
    }
    synchronize_device(device_);
    empty_device_cache(device_);
    std::vector<std::vector<Tensor>> results;
    for (const Ref<Graphed>& graphed : all) results.push_back(capture_forward(*graphed));
    for (size_t i = all.size(); i-- > 0;) capture_backward(*all[i], std::exchange(results[i], {}));
    for (const Ref<Graphed>& graphed : all) graphed->settle(pool_);
  }
  stream_wait_stream(current_stream(device_), *stream);
  return all;
}

std::vector<Ref<Graphed>> make_graphed(std::vector<Ref<GraphedFunction>> functions, const GraphedOptions& options) {
  if (functions.empty()) return {};
  return GraphedMaker(std::move(functions), options).make();
}

}  // namespace vjp
