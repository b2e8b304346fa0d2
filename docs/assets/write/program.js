// What the reader writes, apart from any page: the program in the address, the word's fields, and the engine's rows as the
// steps of a schedule.
(function (kev) {
  "use strict";

  // ---- the address: base64 in the alphabet of addresses, of the text or, with "z" before it, of its compressed bytes

  const toAddress = (bytes) => btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join(""))
    .replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  const fromAddress = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));

  async function through(stream, bytes) {
    const answer = new Response(new Blob([bytes]).stream().pipeThrough(stream));
    return new Uint8Array(await answer.arrayBuffer());
  }

  kev.packed = async function (data) {
    const bytes = new TextEncoder().encode(JSON.stringify(data));
    if (typeof CompressionStream === "undefined") return toAddress(bytes);
    return `z${toAddress(await through(new CompressionStream("deflate-raw"), bytes))}`;
  };

  // The data of a text that packed() has made; null if it is none.
  kev.unpacked = async function (text) {
    try {
      const bytes = fromAddress(text.replace(/^z/, ""));
      const plain = text.startsWith("z") ? await through(new DecompressionStream("deflate-raw"), bytes) : bytes;
      return JSON.parse(new TextDecoder().decode(plain));
    } catch {
      return null;
    }
  };

  // ---- the word's fields

  // The constants of the texts that name a bit or the unit of a count: [name, bit] each, the lowest first.
  kev.bitsOf = function (texts) {
    const found = new Map();
    const constant = /constexpr\s+(?:std::)?(?:uint\w+|state_t|unsigned|int|auto)\s+(\w+)\s*=\s*([^;]+);/g;
    for (const text of texts) {
      for (const [, name, value] of text.matchAll(constant)) {
        const plain = value.replace(/[uU]\b/g, "").replace(/^(?:state_t|std::uint\w+)\{(.*)\}/, "$1").trim();
        const shift = /^\(?\s*(?:state_t\{1\}|1)\s*<<\s*(\d+)\s*\)?$/.exec(plain);
        const number = shift ? 2 ** Number(shift[1]) : /^(?:0x[0-9a-fA-F]+|\d+)$/.test(plain) ? Number(plain) : 0;
        const bit = Math.log2(number);
        if (number && Number.isInteger(bit) && ![...found.values()].includes(bit)) found.set(name, bit);
      }
    }
    return [...found].sort((one, other) => one[1] - other[1]);
  };

  // A value as fields, [name, first bit, bits, value], the highest first; null if it has bits that no name is for. The
  // highest name is the unit of a count, and so is one_...; the others are one bit each.
  kev.fieldsOf = function (value, bits) {
    if (!bits.length || typeof value !== "number" || value < 0 || !Number.isInteger(value)) return null;
    let rest = value;
    const fields = bits.map(([name, first], index) => {
      const highest = index === bits.length - 1;
      const width = highest ? Math.max(1, 32 - first) : name.startsWith("one_") ? bits[index + 1][1] - first : 1;
      const part = Math.floor(value / 2 ** first) % 2 ** width;
      rest -= part * 2 ** first;
      return [name.replace(/^one_(.*)$/, "$1s"), first, width, part];
    });
    return rest ? null : fields.reverse();
  };

  const inWords = (fields) => fields.filter((each) => each[3])
    .map(([name, , width, value]) => (width > 1 ? `${value} ${value === 1 ? name.replace(/s$/, "") : name}` : name)).reverse().join(", ") || "0";

  // ---- the rows of the engine as steps

  // A call of the kernel has no line of its own: its step is shown at the last line of its thread.
  kev.stepsOf = function (schedule, threads, bits, isKnown) {
    const last = new Map(); // thread -> its last place in a file that is known
    const placeOf = (row) => {
      if (row.line && isKnown(row.file)) last.set(row.thread, { file: row.file, line: row.line });
      return last.get(row.thread) ?? {};
    };
    return schedule.rows.filter((row) => row.op !== "ends").map((row, index) => {
      const isWord = /\.?word_?$/.test(row.object ?? "");
      const fields = isWord ? [kev.fieldsOf(row.before, bits), kev.fieldsOf(row.after, bits)] : [null, null];
      const text = (place, value) => (fields[place] ? inWords(fields[place]) : String(value));
      const before = row.before === undefined ? undefined : text(0, row.before);
      const after = row.after === undefined ? undefined : text(1, row.after);
      const changes = row.before !== row.after;
      const values = after === undefined ? "" : changes ? `${before} → ${after}` : after;
      const place = row.function && row.function !== row.op ? row.function : "";
      const said = after === undefined ? `${row.object ?? ""}` : changes ? `${row.object} was ${before} and becomes ${after}`
        : `${row.object} is ${after}`;
      const note = row.note ? (after === undefined ? `${row.object ? ": " : ""}${row.note}` : ` (${row.note})`) : "";
      return {
        step: index + 1, thread: row.thread + 1, operation: row.op, function: place, object: row.object ?? "", before, after,
        action: (place ? `${place}: ` : "") + row.op.replace(/compare_exchange_(weak|strong)/, "CAS"),
        effect: [row.object ? `${row.object}${values || row.note ? ": " : ""}${values}` : values, row.note].filter(Boolean)
          .join(values && row.note ? ", " : ""),
        words: `Step ${index + 1}: ${threads[row.thread]}${place ? ` in ${place}()` : ""}: ${row.op}${row.order ? `, ${row.order}` : ""}. `
          + `${said}${note}`.trim() + (said || note ? "." : ""),
        fields: fields[0] && fields[1] ? fields : undefined, repeats: Boolean(row.again), note: row.note ?? "",
        stale: /old/.test(row.note ?? ""), ...placeOf(row), code: null,
      };
    });
  };

  // ---- the changes of a text: an order made weaker, a call left out, a look left out

  const WEAKER = { acquire: ["relaxed"], release: ["relaxed"], acq_rel: ["acquire", "release"], seq_cst: ["acq_rel"] };

  // {id, line, at, end, text, sign, kind}: the letters from `at` to `end` become `text`. Comments have no changes.
  kev.changesOf = function (text) {
    const plain = text.replace(/\/\/[^\n]*/g, (each) => " ".repeat(each.length));
    const found = [];
    const add = (at, end, made, sign, kind) => found.push({ at, end, text: made, sign, kind, line: plain.slice(0, at).split("\n").length });
    for (const match of plain.matchAll(/memory_order_(acquire|release|acq_rel|seq_cst)\b/g)) {
      const at = match.index + "memory_order_".length;
      for (const weaker of WEAKER[match[1]]) add(at, at + match[1].length, weaker, `→${weaker}`, "order");
    }
    for (const match of plain.matchAll(/^([ \t]+)((?:[A-Za-z_][\w:]*(?:\.|->))*[A-Za-z_][\w:]*\([^;{}]*\);)/gm)) {
      const at = match.index + match[1].length;
      if (!/^(?:if|for|while|switch|return|static_assert|assert)\b/.test(match[2])) add(at, at + match[2].length, ";", "drop", "drop");
    }
    for (const match of plain.matchAll(/\bif \(/g)) {
      const at = match.index + match[0].length;
      let depth = 1;
      let end = at;
      while (end < plain.length && depth) { depth += (plain[end] === "(") - (plain[end] === ")"); end += 1; }
      if (!depth) add(at, end - 1, "false", "skip", "skip");
    }
    found.sort((one, other) => one.at - other.at || one.end - other.end);
    return found.map((each, index) => ({ ...each, id: index }));
  };

  // Files as they are, of which the page's data has only the lines that differ from the headers.
  kev.whole = (files, headers) => Object.fromEntries(Object.entries(files).map(([name, text]) => {
    if (typeof text === "string") return [name, text];
    const lines = headers[name].split("\n");
    for (const [at, count, added] of [...text].reverse()) lines.splice(at, count, ...added);
    return [name, lines.join("\n")];
  }));

  // The lines keep their numbers.
  kev.changed = (text, change) => text.slice(0, change.at) + change.text
    + text.slice(change.at, change.end).replace(/[^\n]/g, "") + text.slice(change.end);

  // ---- a folder in one file: a ZIP whose entries are not compressed

  const CRC = Array.from({ length: 256 }, (_, n) => {
    let value = n;
    for (let i = 0; i < 8; ++i) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    return value >>> 0;
  });
  const crcOf = (bytes) => (bytes.reduce((crc, each) => CRC[(crc ^ each) & 255] ^ (crc >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;

  // `files`: {path: text}. The bytes of the ZIP.
  kev.zipped = function (files) {
    const encoder = new TextEncoder();
    const parts = [];
    const directory = [];
    let offset = 0;
    const numbers = (...pairs) => {
      const view = new DataView(new ArrayBuffer(pairs.reduce((sum, [size]) => sum + size, 0)));
      let at = 0;
      for (const [size, value] of pairs) {
        if (size === 2) view.setUint16(at, value, true);
        else view.setUint32(at, value, true);
        at += size;
      }
      return new Uint8Array(view.buffer);
    };
    for (const [path, text] of Object.entries(files)) {
      const [name, bytes] = [encoder.encode(path), encoder.encode(text)];
      const common = [[2, 20], [2, 0x800], [2, 0], [2, 0], [2, 0x21], [4, crcOf(bytes)], [4, bytes.length], [4, bytes.length],
        [2, name.length], [2, 0]];
      const head = numbers([4, 0x04034b50], ...common);
      directory.push(numbers([4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), name);
      parts.push(head, name, bytes);
      offset += head.length + name.length + bytes.length;
    }
    const size = directory.reduce((sum, each) => sum + each.length, 0);
    const count = Object.keys(files).length;
    return new Blob([...parts, ...directory, numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset],
      [2, 0])], { type: "application/zip" });
  };
})(globalThis.kevWrite = globalThis.kevWrite || {});
