// The page of the captured traces: a view for each.
(function () {
  "use strict";
  const kev = globalThis.kev;
  for (const place of document.querySelectorAll("[data-trace]")) {
    const trace = JSON.parse(place.querySelector("script").textContent);
    const lanes = kev.lanes.ofTrace(trace);
    const lock = trace.otherData.lock;
    place.textContent = "";
    kev.lanes.show(place, lanes, { until: kev.lanes.end(lanes), unit: "µs", name: (thread) => `thread ${thread}`,
      label: `What the threads do at ${lock}` });
    place.dataset.ready = "yes";
  }
})();
