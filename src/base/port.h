// Port: what a room calls, or reads, and only a room above it can have. The low room says what it needs, the room
// above fills it in, and the linker joins the two: nobody includes, or links against, what lies higher.
//
//   VJP_PORT(void (*)(Node*) noexcept, release_node);                        // in a header of the room that calls
//   VJP_FILL_PORT(release_node) = [](Node* node) noexcept { ... };           // in one source file above it
//
//   release_node(node);                                                      // a call through one word
//
// Note: how they meet
// What fills a port lies alone in a section with the port's name, and the port is the beginning of that section, which
// the linker names. So nothing runs when the library is loaded, a port costs no search, and one that nobody fills is an
// error of the linker. scripts/check/layers finds one that is filled twice.
#pragma once

#include <type_traits>

// The type comes first and may have commas only in parentheses.
#define VJP_PORT(type, name)                                                                         \
  extern "C" [[gnu::visibility("hidden")]] const std::type_identity_t<type> __start_vjp_port_##name; \
  inline constexpr const std::type_identity_t<type>& name = __start_vjp_port_##name

#define VJP_FILL_PORT(name)                                                                                 \
  [[gnu::section("vjp_port_" #name), gnu::used]] static constinit const std::remove_cvref_t<decltype(name)> \
      filled_port_##name
