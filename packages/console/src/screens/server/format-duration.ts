const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** Returns a duration with its two largest units: `3 d 4 h`. */
export function formatDuration(seconds: number): string {
  const largest = UNITS.findIndex(([, size]) => seconds >= size);
  if (largest === -1) return '0 s';
  let rest = seconds;
  const parts = UNITS.slice(largest, largest + 2).map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return `${count} ${unit}`;
  });
  return parts.join(' ');
}
