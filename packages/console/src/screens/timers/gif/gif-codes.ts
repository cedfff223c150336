const CODE_BITS_MAX = 12;

/** Returns the palette indexes of a frame: `count` of them, from its LZW codes. Indexes that are missing are 0. */
export function readCodes(codes: Uint8Array, minimumBits: number, count: number): Uint8Array {
  const clear = 1 << minimumBits;
  const end = clear + 1;
  // The entries of the table: the code before the last index, the last index, and the number of indexes.
  const before = new Uint16Array(1 << CODE_BITS_MAX);
  const last = new Uint8Array(1 << CODE_BITS_MAX);
  const lengths = new Uint16Array(1 << CODE_BITS_MAX);
  for (let index = 0; index < clear; index++) {
    last[index] = index;
    lengths[index] = 1;
  }
  const indexes = new Uint8Array(count);
  let written = 0;
  let next = end + 1;
  let bits = minimumBits + 1;
  let previous = -1;
  let pending = 0;
  let pendingBits = 0;

  /** Writes the indexes of a code from the last to the first. Returns the first. */
  function write(code: number): number {
    let at = written + (lengths[code] ?? 0);
    written = at;
    for (let step = code; ; step = before[step] ?? 0) {
      at -= 1;
      indexes[at] = last[step] ?? 0;
      if (lengths[step] === 1) return last[step] ?? 0;
    }
  }

  for (const byte of codes) {
    pending |= byte << pendingBits;
    pendingBits += 8;
    while (pendingBits >= bits) {
      const code = pending & ((1 << bits) - 1);
      pending >>>= bits;
      pendingBits -= bits;
      if (code === end || written >= count) return indexes;
      if (code === clear) {
        next = end + 1;
        bits = minimumBits + 1;
        previous = -1;
        continue;
      }
      if (code > next || (code === next && previous < 0)) throw new Error('The GIF is damaged.');
      if (previous >= 0 && next < before.length) {
        before[next] = previous;
        lengths[next] = (lengths[previous] ?? 0) + 1;
        // The entry may be the very code: it ends as it begins.
        last[next] = firstOf(code === next ? previous : code);
        next += 1;
        if (next === 1 << bits && bits < CODE_BITS_MAX) bits += 1;
      }
      write(code);
      previous = code;
    }
  }
  return indexes;

  function firstOf(code: number): number {
    let step = code;
    while ((lengths[step] ?? 1) > 1) step = before[step] ?? 0;
    return last[step] ?? 0;
  }
}
