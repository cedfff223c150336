import type { JSX } from 'preact';
import { matchedParts } from './matched-parts.ts';

interface AddressTextProps {
  readonly address: string;
  readonly matched: readonly string[] | null;
}

/** An address with the parts marked that the geocoder used. */
export function AddressText({ address, matched }: AddressTextProps): JSX.Element {
  const pieces: (string | JSX.Element)[] = [];
  let shown = 0;
  for (const { start, end } of matchedParts(address, matched)) {
    pieces.push(address.slice(shown, start), <mark key={start}>{address.slice(start, end)}</mark>);
    shown = end;
  }
  return (
    <span class="address">
      {pieces}
      {address.slice(shown)}
    </span>
  );
}
