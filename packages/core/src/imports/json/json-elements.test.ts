import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonElement, readJsonArray, readJsonLines } from './json-elements.ts';

async function flat<Item>(lists: AsyncIterable<Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const list of lists) items.push(...list);
  return items;
}

async function* cut(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(lists: AsyncIterable<JsonElement[]>): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const elements of lists) values.push(...elements.map(({ value, problem }) => problem ?? value));
  return values;
}

test('yields the elements of an array, for any layout and any chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue()),
      fc.integer({ min: 1, max: 30 }),
      fc.constantFrom(undefined, 1, '\t\r\n'),
      async (values, size, indent) => {
        const text = JSON.stringify(values, null, indent);
        expect(await collect(readJsonArray(cut(text, size)))).toEqual(JSON.parse(text));
      },
    ),
  );
});

test('yields the values of lines, for any chunks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue()), fc.integer({ min: 1, max: 30 }), async (values, size) => {
      const text = values.map((value) => JSON.stringify(value)).join('\r\n');
      expect(await collect(readJsonLines(cut(text, size)))).toEqual(
        values.map((value) => JSON.parse(JSON.stringify(value))),
      );
    }),
  );
});

test.each([
  ['', /ends before the end of the array/],
  ['{"a":1}', /expected a JSON array.*NDJSON/],
  ['[{"a":1}', /ends before the end of the array/],
  ['[{"a":1}] x', /after the end/],
  ['[1,]', /Not JSON/],
  ['[1,,2]', /Not JSON/],
  ['[{"a":1]]', /Not JSON/],
  ['[1\n,2\n,oops]', /Not JSON/],
])('refuses %j', async (text, message) => {
  await expect(collect(readJsonArray(cut(text, 3)))).rejects.toThrow(message);
});

test('reports the line on which each element begins', async () => {
  const lines: number[] = [];
  for await (const elements of readJsonArray(cut('[\n{"a":\n1},\n\n 2, 3]', 4))) {
    lines.push(...elements.map(({ line }) => line));
  }
  expect(lines).toEqual([2, 5, 5]);
});

test('reports a line that is not JSON and continues; U+2028 does not end a line', async () => {
  const values = await collect(readJsonLines(cut('{"a":"x\u2028y"}\noops\n\n2', 5)));
  expect(values).toEqual([{ a: 'x\u2028y' }, expect.stringMatching(/^Not JSON/), 2]);
});

test('continues after any element', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue()),
      fc.constantFrom(undefined, 1),
      fc.boolean(),
      async (values, indent, isArray) => {
        const text = Buffer.from(
          isArray
            ? JSON.stringify(values, null, indent)
            : values.map((value) => `${JSON.stringify(value)}\n`).join(''),
        );
        const read = isArray ? readJsonArray : readJsonLines;
        const all = await flat(read(cut(text.toString(), 9)));
        for (const [at, { end: bytes, endLine: line }] of all.entries()) {
          const rest = await flat(read(cut(text.subarray(bytes).toString(), 5), { bytes, line }));
          expect(rest).toEqual(all.slice(at + 1));
        }
      },
    ),
  );
});

/** Texts that would take seconds to parse and to check. */
const EXCESSIVE = [
  ['brackets', `${'['.repeat(500_000)}${']'.repeat(500_000)}`, /levels/],
  ['members', `{${Array.from({ length: 50_000 }, (_, at) => `"m${at}":0`).join(',')}}`, /members/],
] as const;

test.each(EXCESSIVE)('does not parse an element with too many %s', async (_, element, problem) => {
  const lines = await collect(readJsonLines(cut(`1\n${element}\n2`, 16_384)));
  expect(lines).toEqual([1, expect.stringMatching(problem), 2]);
  await expect(collect(readJsonArray(cut(`[1,${element}]`, 16_384)))).rejects.toThrow(problem);
});
