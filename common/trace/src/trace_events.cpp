#include <kev/trace/trace_events.hpp>

#include <algorithm>

namespace kev::trace {

namespace {

char const* name_of(state doing) noexcept {
    switch (doing) {
    case state::waiting:
        return "waiting";
    case state::on_its_way:
        return "woken, not running yet";
    case state::owning:
        break;
    }
    return "owns the lock";
}

double microseconds(std::int64_t nanoseconds) noexcept {
    return static_cast<double>(nanoseconds) / 1000;
}

} // namespace

bool write_trace_events(std::FILE* file, std::vector<stretch> const& all, std::size_t threads,
                        facts const& known) {
    std::int64_t start = all.empty() ? 0 : all.front().from;
    for (stretch const& each : all) start = std::min(start, each.from);
    std::fprintf(file, "{\"displayTimeUnit\": \"ns\",\n\"otherData\": {");
    char const* between = "";
    for (auto const& [name, value] : known) {
        std::fprintf(file, "%s\"%s\": \"%s\"", between, name.c_str(), value.c_str());
        between = ", ";
    }
    std::fprintf(file, "},\n\"traceEvents\": [");
    between = "\n";
    for (std::size_t thread = 0; thread < threads; ++thread) {
        std::fprintf(file,
                     "%s{\"ph\": \"M\", \"name\": \"thread_name\", \"pid\": 1, \"tid\": %zu, "
                     "\"args\": {\"name\": \"thread %zu\"}}",
                     between, thread + 1, thread + 1);
        between = ",\n";
    }
    for (stretch const& each : all) {
        std::fprintf(file,
                     "%s{\"ph\": \"X\", \"name\": \"%s\", \"cat\": \"lock\", \"pid\": 1, "
                     "\"tid\": %zu, \"ts\": %.3f, \"dur\": %.3f}",
                     between, name_of(each.doing), each.thread + 1, microseconds(each.from - start),
                     microseconds(each.to - each.from));
        between = ",\n";
    }
    std::fprintf(file, "\n]}\n");
    return std::fflush(file) == 0 && std::ferror(file) == 0;
}

} // namespace kev::trace
