const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });
const rounded = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 });
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 4 });

/** Above this, an axis has abbreviated numbers. */
const LONG = 1_000_000;

/** Returns a number with all of its digits, and separators of thousands. */
export function formatExact(value: number): string {
  // From its shortest text: a formatter of the number itself may show digits that a double has beyond it.
  return exact.format(String(value) as `${number}`);
}

/** Returns a number for an axis, where there is little room. */
export function formatAxis(value: number): string {
  return (Math.abs(value) >= LONG ? compact : rounded).format(value);
}
