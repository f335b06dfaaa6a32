// The environment variable VJP_RACE switches the detector on when the first device is used.
#pragma once

namespace vjp::race {

// Throws where the variable says something else than off, collect, warn or fail.
void enable_from_environment();

}  // namespace vjp::race
