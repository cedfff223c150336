/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A file cut off somewhere. */
export function cut(bytes: Buffer, random: () => number): Buffer {
  return bytes.subarray(0, Math.floor(random() * bytes.length));
}

/** A file with one to eight bits turned over, half of them near its start, where the lengths stand. */
export function flipped(bytes: Buffer, random: () => number): Buffer {
  const copy = Buffer.from(bytes);
  const flips = 1 + Math.floor(random() * 8);
  for (let i = 0; i < flips; i++) {
    const reach = random() < 0.5 ? Math.min(300, copy.length) : copy.length;
    const at = Math.floor(random() * reach);
    copy.writeUInt8(copy.readUInt8(at) ^ (1 << Math.floor(random() * 8)), at);
  }
  return copy;
}
