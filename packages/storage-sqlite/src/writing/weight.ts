/** Returns the approximate bytes of plain data. It only bounds queues and groups. */
export function weigh(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  let weight = 8;
  if (Array.isArray(value)) {
    for (const item of value) weight += weigh(item);
  } else {
    for (const name in value) weight += weigh((value as Record<string, unknown>)[name]);
  }
  return weight;
}
