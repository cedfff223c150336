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
