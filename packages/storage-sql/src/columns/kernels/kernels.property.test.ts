import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kernelTwin } from './kernel-twin.ts';
import { createKernelMemory, instantiateKernels, type Kernels } from './kernels.ts';
import { chooseBounds } from './rough-bounds.ts';

const VALUES = 0;
const CODES = 8_192;
const TABLE = 16_384;
const MASK = 20_480;
const OTHER = 21_504;
const STATE = 22_528;
const OUT = 23_552;
const KEYS = 40_960;
const BOUNDS = 49_152;
const ROUGH = 53_248;
/** The twin of `betweenRough` lists nothing. */
const LISTED = 57_344;
const CODE_COUNT = 12;

/** What a block holds before a kernel runs. */
interface Block {
  readonly rows: number;
  readonly values: readonly number[];
  readonly codes: readonly number[];
  readonly marks: readonly number[];
  readonly others: readonly number[];
}

// Many equal values and signs of zero; NaN is unset.
const value = fc.oneof(
  fc.constantFrom(Number.NaN, 0, -0, 1, -1, 2 ** 53 - 1, 1 - 2 ** 53, 0.1, 1e-300),
  fc.double({ noNaN: true, min: -1e15, max: 1e15 }),
  fc.integer({ min: -(10 ** 15), max: 10 ** 15 }).map((millionths) => millionths / 1e6),
  fc.integer({ min: -20, max: 20 }),
);
const block = fc.integer({ min: 1, max: 6 }).chain((words) => {
  const rows = words * 64;
  const list = <Item>(item: fc.Arbitrary<Item>, length: number) =>
    fc.array(item, { minLength: length, maxLength: length });
  const byte = fc.oneof(fc.constantFrom(0, 255), fc.nat(255));
  return fc.record<Block>({
    rows: fc.constant(rows),
    values: list(value, rows),
    codes: list(fc.nat(CODE_COUNT - 1), rows),
    marks: list(byte, rows / 8),
    others: list(byte, rows / 8),
  });
});

/** Runs the same call of both, and returns what they return and leave in memory. */
function runBoth<Result>({ values, codes, marks, others }: Block, call: (kernels: Kernels) => Result) {
  return [instantiateKernels, kernelTwin].map((create) => {
    const memory = createKernelMemory(1, 1);
    const bytes = new Uint8Array(memory.buffer);
    new Float64Array(memory.buffer).set(values, VALUES / 8);
    new Float64Array(memory.buffer).fill(Number.POSITIVE_INFINITY, BOUNDS / 8, BOUNDS / 8 + 256);
    new Float64Array(memory.buffer).set(chooseBounds(Float64Array.from(values)), BOUNDS / 8 + 1);
    new Uint16Array(memory.buffer).set(codes, CODES / 2);
    bytes.set(marks, MASK);
    bytes.set(others, OTHER);
    for (let code = 0; code < CODE_COUNT; code += 3) bytes[TABLE + code] = 1;
    const result = call(create(memory));
    return { result, memory };
  });
}

function expectSame<Result>(one: Block, call: (kernels: Kernels) => Result): void {
  const [compiled, twin] = runBoth(one, call);
  expect(compiled?.result).toEqual(twin?.result);
  const [left, right] = [compiled, twin].map((side) =>
    Buffer.from(side?.memory.buffer ?? new ArrayBuffer(LISTED), 0, LISTED),
  );
  expect(left?.equals(right ?? Buffer.of())).toBe(true);
}

function markRough(kernels: Kernels, rows: number, low: number, high: number): void {
  kernels.writeRough(VALUES, rows, BOUNDS, ROUGH);
  kernels.betweenRough(ROUGH, VALUES, BOUNDS, rows, low, high, MASK, LISTED);
}

describe('the compiled kernels do the same as those in JavaScript', () => {
  const cases: Record<string, (kernels: Kernels, one: Block, number: number) => unknown> = {
    between: (kernels, { rows }, low) => kernels.between(VALUES, rows, low, low + 10, MASK),
    'between equal bounds': (kernels, { rows }, at) => kernels.between(VALUES, rows, at, at, MASK),
    roughCode: (kernels, { values }) => kernels.roughCode(BOUNDS, values[0] ?? 0),
    writeRough: (kernels, { rows }) => kernels.writeRough(VALUES, rows, BOUNDS, ROUGH),
    betweenRough: (kernels, { rows }, low) => markRough(kernels, rows, low, low + 10),
    'betweenRough equal bounds': (kernels, { rows }, at) => markRough(kernels, rows, at, at),
    'betweenRough from a bound': (kernels, { rows }, low) => markRough(kernels, rows, low, Infinity),
    'betweenRough up to a bound': (kernels, { rows }, high) => markRough(kernels, rows, -Infinity, high),
    'betweenRough crossed bounds': (kernels, { rows }, low) => markRough(kernels, rows, low, low - 1),
    keepBetween: (kernels, { rows }, low) => kernels.keepBetween(VALUES, rows, low, low + 10, MASK),
    equalCode: (kernels, { rows, codes }) => kernels.equalCode(CODES, rows, codes[0] ?? 0, MASK),
    listedCode: (kernels, { rows }) => kernels.listedCode(CODES, rows, TABLE, MASK),
    and: (kernels, { rows }) => kernels.and(MASK, OTHER, rows),
    or: (kernels, { rows }) => kernels.or(MASK, OTHER, rows),
    not: (kernels, { rows }) => kernels.not(MASK, rows),
    count: (kernels, { rows }) => kernels.count(MASK, rows),
    newest: (kernels, { rows }) => kernels.newest(MASK, rows, 9, OUT),
    'all of newest': (kernels, { rows }) => kernels.newest(MASK, rows, rows, OUT),
    addUp: (kernels, { rows }) => kernels.addUp(VALUES, MASK, rows, STATE, KEYS),
    extremes: (kernels, { rows }) => kernels.extremes(VALUES, MASK, rows, STATE),
  };

  test.each(Object.entries(cases))('%s', (_, call) => {
    fc.assert(
      fc.property(block, value, (one, number) => expectSame(one, (kernels) => call(kernels, one, number))),
    );
  });

  test('first, over two blocks', () => {
    const place = fc.record({
      sign: fc.constantFrom(1, -1),
      ties: fc.constantFrom(1, -1),
      after: fc.oneof(fc.constant(Number.NEGATIVE_INFINITY), value).filter((after) => !Number.isNaN(after)),
      limit: fc.integer({ min: 1, max: 40 }),
      half: fc.nat(384),
    });
    fc.assert(
      fc.property(block, place, ({ rows, ...one }, { sign, ties, after, limit, half }) => {
        const found = runBoth({ rows, ...one }, (kernels) => {
          const run = (base: number, mask: number, held: number) =>
            kernels.first(VALUES, mask, rows, base, sign, ties, after, half, limit, held, KEYS, OUT);
          return run(0, OTHER, run(rows, MASK, 0));
        });
        const [compiled, twin] = found.map(({ result, memory }) => {
          const keys = [...new Float64Array(memory.buffer, KEYS, result)];
          const kept = [...new Int32Array(memory.buffer, OUT, result)];
          return kept.map((row, i) => [row, keys[i]] as const).sort(([a], [b]) => a - b);
        });
        expect(compiled).toEqual(twin);
      }),
    );
  });
});
