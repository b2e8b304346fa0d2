// The search. The theme takes its index and its worker from here. Both come when the reader begins to search, and as
// scripts, which also a page from the disk may load. There the worker is a frame, since a page from the disk may start none.
(function () {
  "use strict";

  const base = new URL("../", document.currentScript.src);
  const Native = window.Worker;
  const index = new Promise((resolve) => { window.kevIndexArrived = resolve; });
  window.__search = { index };

  function bring() {
    removeEventListener("focusin", begins);
    const script = document.createElement("script");
    script.src = new URL("search/search_index.js", base).href;
    document.head.append(script);
  }

  function begins(event) {
    if (event.target.matches("[data-md-component=search-query]")) bring();
  }

  addEventListener("focusin", begins);
  if (new URLSearchParams(location.search).has("q")) bring();

  // A worker that starts when the index (message 0) is there. Before that it finds nothing (3), and the theme asks again.
  window.Worker = class extends EventTarget {
    constructor(address) {
      if (!/\/search\.[^/]*\.js$/.test(address)) return new Native(address); // another script's, and none of ours
      super();
      this.address = address;
    }

    postMessage(data) {
      if (!this.started && data.type !== 0) {
        setTimeout(() => this.said({ type: 3, data: { items: [] } }));
        return;
      }
      this.started ??= location.protocol === "file:" ? this.inFrame() : this.asWorker();
      this.started.then((send) => send(data));
    }

    // A group of results has the name of its page, which the theme takes from the page's own entry. Where only sections
    // were found, it would take the last of them.
    async said(data) {
      if (data.type === 3 && data.data.items.length) {
        const { docs } = await index;
        for (const group of data.data.items) {
          if (group.some((each) => !each.location.includes("#"))) continue;
          const page = docs.find((each) => each.location === group[0].location.split("#")[0]);
          if (page) group.unshift({ ...group[0], location: page.location, title: page.title, text: "" });
        }
      }
      this.dispatchEvent(new MessageEvent("message", { data }));
    }

    asWorker() {
      const worker = new Native(this.address);
      worker.addEventListener("message", (event) => this.said(event.data));
      return Promise.resolve((data) => worker.postMessage(data));
    }

    inFrame() {
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.title = "search";
      frame.srcdoc = `<script>postMessage = (data) => frameElement.said(data)</${"script"}><script src="${this.address}"></${"script"}>`;
      frame.said = (data) => this.said(data);
      return new Promise((resolve) => {
        frame.addEventListener("load", () => resolve((data) =>
          frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }))));
        document.body.append(frame);
      });
    }
  };
})();
