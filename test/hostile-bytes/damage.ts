/** Returns the file truncated at a random position. */
export function cut(bytes: Buffer, random: () => number): Buffer {
  return bytes.subarray(0, Math.floor(random() * bytes.length));
}

/** Returns the file with one to eight bits inverted, half of them near its start, which contains the lengths. */
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
