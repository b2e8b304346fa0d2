// The simulation of lab 07, compiled from its C++ to WebAssembly: numbers in, numbers out. No part of a page.
(function () {
  "use strict";
  const kev = (globalThis.kev = globalThis.kev || {});

  // What happens to a thread, in the order of the C++ enumeration.
  const HAPPENINGS = ["arrives", "sleeps", "is woken", "runs", "acquires", "releases"];

  // The module's bytes from the text that the site's build has put beside this script.
  function bytesOf(base64) {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  }

  // A text in the module's memory.
  function textAt(module, place) {
    const memory = new Uint8Array(module.memory.buffer);
    return new TextDecoder().decode(memory.subarray(place, memory.indexOf(0, place)));
  }

  // So many numbers in the module's memory. Made anew each time: memory that grows gets another buffer.
  function numbersAt(module, place, count) {
    return new Float64Array(module.memory.buffer, place, count);
  }

  class Simulation {
    constructor(module) {
      this.module = module;
      this.inputs = textAt(module, module.input_names()).split(" ");
      this.outputs = textAt(module, module.output_names()).split(" ");
    }

    // Begins anew. What is not given has the article's number. Throws an Error that says what is wrong.
    start(given) {
      const places = numbersAt(this.module, this.module.inputs(), this.inputs.length);
      for (const [name, value] of Object.entries(given)) {
        if (!this.inputs.includes(name)) throw new Error(`the simulation knows no '${name}'`);
        places[this.inputs.indexOf(name)] = value;
      }
      const fault = textAt(this.module, this.module.start());
      if (fault) throw new Error(fault);
    }

    // Lets time pass, to this moment; what there is to see then, by name.
    runUntil(time) {
      this.module.run_until(time);
      const values = numbersAt(this.module, this.module.outputs(), this.outputs.length);
      return Object.fromEntries(this.outputs.map((name, place) => [name, values[place]]));
    }

    // What the first threads did so far: {when, thread, what}, in order.
    events() {
      const count = this.module.event_count();
      const values = count ? numbersAt(this.module, this.module.events(), 3 * count) : [];
      return Array.from({ length: count }, (_, index) => ({
        when: values[3 * index], thread: values[3 * index + 1], what: HAPPENINGS[values[3 * index + 2]],
      }));
    }

    // A whole run, looked at so many times at equal distances.
    run(given, until, looks) {
      this.start(given);
      const points = [];
      for (let look = 1; look <= looks; ++look) points.push(this.runUntil(Math.floor((until * look) / looks)));
      return { points, last: points[looks - 1], events: this.events() };
    }
  }

  // The simulation, when the browser has compiled it.
  kev.simulation = async function (base64) {
    const { instance } = await WebAssembly.instantiate(bytesOf(base64), {});
    instance.exports._initialize();
    return new Simulation(instance.exports);
  };
})();
