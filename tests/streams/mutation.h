/* Mutation: without any one of the engine's waits a scenario fails (RD-10). */
#ifndef VJP_TESTS_STREAMS_MUTATION_H
#define VJP_TESTS_STREAMS_MUTATION_H

#include "harness.h"

/* In harness.c: the scenario in one mode, without the engine's wait of that number; -1: with all. */
bool scenario_fails_in(const Scenario* s, const char* mode, int64_t dropped);

/* `list`: the file of waits that others cover; each of its lines must still be needed if `whole`, all scenarios, run.
 */
bool mutate_all(const Scenario* first, bool (*chosen)(const Scenario*), const char* list, bool whole);

#endif
