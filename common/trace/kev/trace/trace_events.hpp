/// @file
/// Traces as a file that others can show.
#pragma once

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <kev/trace/lanes.hpp>

namespace kev::trace {

/// Words about a trace: name and value.
using facts = std::vector<std::pair<std::string, std::string>>;

/// Writes the stretches as JSON in the trace-event format, which Perfetto and chrome://tracing open: one
/// lane a thread, times in microseconds since the first. The facts go into "otherData". Names and values
/// must not need escapes in JSON. @return false if the file could not be written, with errno set.
bool write_trace_events(std::FILE* file, std::vector<stretch> const& all, std::size_t threads,
                        facts const& known);

} // namespace kev::trace
