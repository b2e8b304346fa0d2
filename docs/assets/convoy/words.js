// What a run of the simulation shows, in plain sentences. No part of a page.
(function () {
  "use strict";
  const kev = (globalThis.kev = globalThis.kev || {});

  function number(value, digits) {
    return value.toLocaleString("en", { maximumFractionDigits: digits || 0 });
  }

  function threads(count) {
    return count === 1 ? "1 thread" : `${number(count)} threads`;
  }

  function percent(share) {
    return share > 0 && share < 0.01 ? "less than 1 %" : `${number(100 * share)} %`;
  }

  // Means of the second and of the last quarter: a queue that comes and goes has them alike.
  function grows(points) {
    const mean = (some) => some.reduce((sum, point) => sum + point.waiting, 0) / Math.max(1, some.length);
    const quarter = Math.floor(points.length / 4);
    return mean(points.slice(-quarter)) > 1.3 * mean(points.slice(quarter, 2 * quarter)) + 3;
  }

  // One moment.
  function moment(point) {
    const parts = [];
    if (point.waiting === 0) parts.push(point.inside ? "one thread is inside, and no thread waits" : "the lock is idle");
    else {
      parts.push(`${threads(point.waiting)} ${point.waiting === 1 ? "waits" : "wait"}`);
      parts.push(point.inside ? "one thread is inside" : "no thread is inside");
      if (point.on_the_way) parts.push(`${threads(point.on_the_way)} ${point.on_the_way === 1 ? "was woken and does" : "were woken and do"} ` +
        "not run yet");
    }
    return `At cycle ${number(point.time)}: ${parts.join("; ")}.`;
  }

  // Why a queue grows, where a line of arithmetic says so.
  function reason(given) {
    if (given.interval < given.hold)
      return `More threads come than any lock can bear: each holds it for ${number(given.hold)} cycles, and a thread comes ` +
        `every ${number(given.interval)}.`;
    const turn = given.hold + given.switch;
    if (given.lock === kev.LOCKS.handOff && !given.spin && given.interval < turn)
      return `While a thread waits, a turn takes hold and switch, ${number(turn)} cycles, and one thread comes every ` +
        `${number(given.interval)}.`;
    return "";
  }

  // The whole run.
  function verdict(given, points) {
    const last = points[points.length - 1];
    if (last.waits === 0) return "No thread ever waits: each finds the lock free.";
    const said = [];
    if (grows(points)) said.push(`The queue grows: ${threads(last.waiting)} ${last.waiting === 1 ? "waits" : "wait"} at ` +
      "the end.", reason(given));
    else said.push(`The queue comes and goes: on average ${number(last.waited / last.time, 2)} wait, at most ` +
      `${number(last.most_waiting)}.`);
    if (!grows(points) && last.waiting && last.time - last.oldest > last.time / 2)
      said.push(`One thread came at cycle ${number(last.oldest)} and still waits.`);
    if (last.handed_off) said.push(`For ${percent(last.handed_off / last.time)} of the time the lock belongs to a ` +
      "thread that does not run yet.");
    if (last.futile_wakes) said.push(`Of ${number(last.wakes)} that were woken ${number(last.futile_wakes)} found the ` +
      "lock taken again.");
    if (last.most_overtaken) said.push(`${number(last.most_overtaken)} later comers went before a thread that waited.`);
    if (last.turned_away) said.push(`${number(last.turned_away)} were turned away: the house was full.`);
    return said.filter(Boolean).join(" ");
  }

  kev.LOCKS = { handOff: 0, unfair: 1, bounded: 2 };
  kev.words = { number, percent, grows, moment, verdict };
})();
