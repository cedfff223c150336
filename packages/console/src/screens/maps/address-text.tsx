import type { JSX } from 'preact';

interface AddressTextProps {
  readonly address: string;
  readonly matched: readonly string[] | null;
}

/** An address with the parts marked that the geocoder used. */
export function AddressText({ address, matched }: AddressTextProps): JSX.Element {
  const parts = (matched ?? [])
    .map((text) => ({ start: address.toLowerCase().lastIndexOf(text.toLowerCase()), length: text.length }))
    .filter(({ start }) => start >= 0)
    .toSorted((a, b) => a.start - b.start);
  const pieces: (string | JSX.Element)[] = [];
  let end = 0;
  for (const { start, length } of parts) {
    if (start < end) continue;
    pieces.push(address.slice(end, start), <mark key={start}>{address.slice(start, start + length)}</mark>);
    end = start + length;
  }
  return (
    <span class="address">
      {pieces}
      {address.slice(end)}
    </span>
  );
}
