import { fold } from '@vitrine/core/adapter';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ColumnMemory, SCRATCH } from '../memory/column-memory.ts';
import { TextArena } from '../texts/text-arena.ts';
import { kernelTwin } from './kernel-twin.ts';
import { createKernelMemory, instantiateKernels, type Kernels } from './kernels.ts';

const MASK = SCRATCH.masks;
const PAGES = 12;

/** Short texts of few characters, so that many of them match, and some beyond ASCII whose folded form is longer. */
const piece = fc.constantFrom(
  'a',
  'A',
  'b',
  'ab',
  'Zz',
  'ö',
  'Ö',
  'İ',
  'ß',
  'Σ',
  'ς',
  '😀',
  '@',
  '[',
  'a'.repeat(40),
);
const text = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''));
const texts = fc.array(text, { minLength: 1, maxLength: 40 });

interface Stored {
  readonly memory: ColumnMemory;
  readonly arena: TextArena;
  readonly addresses: readonly number[];
}

function store(all: readonly string[]): Stored {
  const memory = new ColumnMemory(PAGES * 65_536);
  const arena = new TextArena(memory);
  const addresses = all.map((one, row) => arena.address(row, arena.put(row, one) ?? 0));
  return { memory, arena, addresses };
}

/** Both kernels, with what the memory holds. */
function both({ memory }: Stored) {
  return [instantiateKernels, kernelTwin].map((create) => {
    const copy = createKernelMemory(memory.bytes.length / 65_536, memory.bytes.length / 65_536);
    const bytes = new Uint8Array(copy.buffer);
    bytes.set(memory.bytes);
    return { kernels: create(copy), bytes };
  });
}

function search(
  { memory, arena }: Stored,
  kernels: Kernels,
  bytes: Uint8Array,
  needle: string,
  anchors: number,
) {
  const encoded = Buffer.from(fold(needle));
  bytes.set(encoded, SCRATCH.needle);
  const [page] = arena.pagesOf(0);
  if (page === undefined) throw new Error('no page');
  kernels.search(page, arena.endOf(0, 0), SCRATCH.needle, encoded.length, anchors, MASK);
  expect(memory.bytes.length).toBe(bytes.length);
  return (row: number) => (((bytes[MASK + (row >> 3)] ?? 0) >> (row & 7)) & 1) === 1;
}

test('a search finds the texts that contain, start with and end with a folded needle', () => {
  fc.assert(
    fc.property(texts, text, fc.constantFrom(0, 1, 2, 3), (all, needle, anchors) => {
      const stored = store(all);
      const tests = [
        (one: string) => fold(one).includes(fold(needle)),
        (one: string) => fold(one).startsWith(fold(needle)),
        (one: string) => fold(one).endsWith(fold(needle)),
        (one: string) => fold(one) === fold(needle),
      ];
      for (const { kernels, bytes } of both(stored)) {
        const isMarked = search(stored, kernels, bytes, needle, anchors);
        expect(all.map((_, row) => isMarked(row))).toEqual(all.map((one) => tests[anchors]?.(one)));
      }
    }),
  );
});

test('a search does not find texts that were removed, and nothing else is lost', () => {
  fc.assert(
    fc.property(texts, fc.nat(39), (all, removed) => {
      const stored = store(all);
      const gone = all[removed];
      if (gone === undefined) return;
      const address = stored.addresses[removed] ?? 0;
      const page = stored.arena.pagesOf(0)[0] ?? 0;
      stored.arena.remove(removed, address - page);
      for (const { kernels, bytes } of both(stored)) {
        const isMarked = search(stored, kernels, bytes, gone, 3);
        const expected = all.map((one, row) => row !== removed && fold(one) === fold(gone));
        expect(all.map((_, row) => isMarked(row))).toEqual(expected);
      }
      const rest = stored.addresses.map((one) => stored.arena.read(one));
      expect(rest.filter((_, row) => row !== removed)).toEqual(all.filter((_, row) => row !== removed));
    }),
  );
});

test('texts are compared by their bytes, and prefixes and hashes agree with that', () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      const stored = store([one, other, one]);
      const [first = 0, second = 0, third = 0] = stored.addresses;
      const expected = Buffer.compare(Buffer.from(one), Buffer.from(other));
      const results = both(stored).map(({ kernels }) => ({
        order: kernels.compareTexts(first, second),
        hash: kernels.hashText(first),
        prefixes: [kernels.textPrefix(first), kernels.textPrefix(second)],
        same: kernels.hashText(third),
      }));
      for (const { order, hash, prefixes, same } of results) {
        expect(order).toBe(expected);
        expect(same).toBe(hash);
        expect(Math.sign((prefixes[0] ?? 0) - (prefixes[1] ?? 0)) * expected).toBeGreaterThanOrEqual(0);
      }
      expect(results[0]).toEqual(results[1]);
    }),
  );
});

test('places are marked by their range as unsigned numbers, and prefixes are written by place', () => {
  const place = fc.constantFrom(0, 1, 2, 5, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff);
  fc.assert(
    fc.property(fc.array(place, { minLength: 64, maxLength: 64 }), place, place, (places, low, high) => {
      const stored = store(['text']);
      const marks = both(stored).map(({ kernels, bytes }) => {
        new Uint32Array(bytes.buffer, SCRATCH.blockKeys, 64).set(places);
        kernels.between32(SCRATCH.blockKeys, 64, low, high, MASK);
        return [...bytes.subarray(MASK, MASK + 8)];
      });
      expect(marks[0]).toEqual(marks[1]);
      const prefixes = both(stored).map(({ kernels, bytes }) => {
        new Uint32Array(bytes.buffer, SCRATCH.keys, 64).set(
          places.map((one) => (one > 5 ? 5 : one === 2 ? 1 : one)),
        );
        new Uint32Array(bytes.buffer, SCRATCH.pageTable, 1).set(stored.arena.pagesOf(0));
        kernels.textPrefixes(SCRATCH.keys, 64, SCRATCH.pageTable, SCRATCH.blockKeys);
        return [...new Float64Array(bytes.buffer, SCRATCH.blockKeys, 64)];
      });
      expect(prefixes[0]).toEqual(prefixes[1]);
    }),
  );
});
