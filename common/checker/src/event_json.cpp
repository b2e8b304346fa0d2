#include "event_json.hpp"

#include "texts.hpp"

namespace kev::checker {

namespace {

// The decoder of a field; objects are called "m.word", and the decoder knows "word".
decoder const* decoder_for(case_description const& about, std::string const& object) {
    for (decoder const& known : about.decoders) {
        std::string const tail = "." + known.field;
        if (object == known.field || (object.size() > tail.size() && object.ends_with(tail)))
            return &known;
    }
    return nullptr;
}

} // namespace

json event_to_json(case_description const& about, event const& step, std::size_t number) {
    json made;
    if (number != 0) made["step"] = number;
    made["thread"] = step.thread;
    made["operation"] = step.operation;
    if (!step.object.empty()) made["object"] = step.object;
    if (step.has_value) {
        made["before"] = step.before;
        made["after"] = step.after;
        if (decoder const* const words = decoder_for(about, step.object)) {
            made["before_text"] = words->describe(step.before);
            made["after_text"] = words->describe(step.after);
        }
    }
    if (!step.order.empty()) made["order"] = step.order;
    if (!step.note.empty()) made["note"] = step.note;
    if (step.preempts) made["preempts"] = true;
    made["function"] = step.where.line != 0 ? step.where.function : step.operation;
    made["file"] = short_file(step.where.file);
    made["line"] = step.where.line;
    return made;
}

json threads_to_json(case_entry const& entry) {
    json threads = json::array();
    for (int t = 1; t <= entry.code.threads; ++t) {
        auto const index = static_cast<std::size_t>(t - 1);
        bool const named = index < entry.about.lanes.size();
        threads.push_back(named ? entry.about.lanes[index] : "thread " + std::to_string(t));
    }
    return threads;
}

} // namespace kev::checker
