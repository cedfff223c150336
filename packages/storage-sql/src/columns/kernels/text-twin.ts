import type { Kernels } from './kernels.ts';
import { textHash } from './text-hash.ts';

const HEADER = 0xf8;
const UNSEARCHED = 1 << 13;

type TextKernels = Pick<
  Kernels,
  'between32' | 'search' | 'hashText' | 'compareTexts' | 'textPrefix' | 'textPrefixes'
>;

/** The kernels for text in plain JavaScript. */
export function textTwin(
  view: DataView,
  mark: (mask: number, rows: number, passes: (row: number) => boolean) => void,
): TextKernels {
  function bytesAt(text: number): number[] {
    let end = text;
    while (view.getUint8(end) < HEADER) end++;
    return Array.from({ length: end - text }, (_, i) => view.getUint8(text + i));
  }

  function prefixOf(text: number): number {
    const bytes = bytesAt(text).slice(0, 6);
    return Array.from({ length: 6 }, (_, i) => bytes[i] ?? 0).reduce((sum, byte) => sum * 256 + byte, 0);
  }

  /** Returns whether the bytes from a place on are the needle. */
  function isAt(text: readonly number[], needle: readonly number[], place: number): boolean {
    return needle.every((byte, i) => lower(text[place + i] ?? HEADER) === byte);
  }

  return {
    between32(values, rows, low, high, mask) {
      mark(mask, rows, (row) => {
        const value = view.getUint32(values + row * 4, true);
        return value >= low >>> 0 && value <= high >>> 0;
      });
    },
    search(from, end, needle, length, anchors, mask) {
      const wanted = Array.from({ length }, (_, i) => view.getUint8(needle + i));
      for (let at = from; at < end; at++) {
        if (view.getUint8(at) < HEADER || view.getUint8(at + 1) >= HEADER) continue;
        const text = bytesAt(at + 1);
        const number = [1, 2, 3, 4, 5].reduce((sum, i) => sum * 8 + (view.getUint8(at + 1 - i) & 7), 0);
        const places = text.map((_, place) => place).filter((place) => isAt(text, wanted, place));
        const found = places.some(
          (place) =>
            ((anchors & 1) === 0 || place === 0) && ((anchors & 2) === 0 || place + length === text.length),
        );
        if (!found || (number & UNSEARCHED) !== 0) continue;
        const address = mask + (number >> 3);
        view.setUint8(address, view.getUint8(address) | (1 << (number & 7)));
      }
    },
    hashText: (text) => textHash(bytesAt(text)),
    compareTexts: (text, other) => Buffer.compare(Buffer.from(bytesAt(text)), Buffer.from(bytesAt(other))),
    textPrefix: prefixOf,
    textPrefixes(places, rows, pages, out) {
      for (let row = 0; row < rows; row++) {
        const place = view.getUint32(places + row * 4, true);
        const page = view.getUint32(pages + (place >>> 16) * 4, true);
        const prefix = place === 0 ? Number.NaN : place === 1 ? 0 : prefixOf(page + (place & 0xffff));
        view.setFloat64(out + row * 8, prefix, true);
      }
    },
  };
}

function lower(byte: number): number {
  return byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
}
