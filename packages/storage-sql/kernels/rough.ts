// The kernels of rough codes. packages/storage-sql/src/columns/memory/rough-codes.ts describes codes and bounds.

import { wordBetween } from './word';

/** The code of values from the last bound on. */
const LAST_CODE: u32 = 254;
/** A code that no row has. */
const NO_CODE: u32 = 255;
/** If more rows of a word have the code of an end, all values of the word are compared: that takes less time. */
const MANY: u64 = 8;

export function roughCode(bounds: usize, value: f64): u32 {
  if (!(abs<f64>(value) <= Infinity)) return 0;
  let place: u32 = 0;
  place += (<u32>(load<f64>(bounds, 128 << 3) <= value)) << 7;
  place += (<u32>(load<f64>(bounds + (place << 3), 64 << 3) <= value)) << 6;
  place += (<u32>(load<f64>(bounds + (place << 3), 32 << 3) <= value)) << 5;
  place += (<u32>(load<f64>(bounds + (place << 3), 16 << 3) <= value)) << 4;
  place += (<u32>(load<f64>(bounds + (place << 3), 8 << 3) <= value)) << 3;
  place += (<u32>(load<f64>(bounds + (place << 3), 4 << 3) <= value)) << 2;
  place += (<u32>(load<f64>(bounds + (place << 3), 2 << 3) <= value)) << 1;
  place += <u32>(load<f64>(bounds + (place << 3), 1 << 3) <= value);
  return min<u32>(place + 1, LAST_CODE);
}

export function writeRough(values: usize, rows: i32, bounds: usize, codes: usize): void {
  let least = Infinity;
  let most = -Infinity;
  for (let row = 0; row < rows; row++) {
    const value = load<f64>(values + ((<usize>row) << 3));
    store<u8>(codes + <usize>row, <u8>roughCode(bounds, value));
    if (value < least) least = value;
    if (value > most) most = value;
  }
  store<f64>(bounds, least);
  store<f64>(bounds, most, 255 << 3);
}

export function betweenRough(
  codes: usize,
  values: usize,
  bounds: usize,
  rows: i32,
  low: f64,
  high: f64,
  mask: usize,
  listed: usize,
): void {
  const least = load<f64>(bounds);
  const most = load<f64>(bounds, 255 << 3);
  if (!(low <= high && low <= most && high >= least)) {
    for (let at: usize = 0; at < <usize>rows >> 3; at += 8) store<u64>(mask + at, 0);
    return;
  }
  // The codes of values that may be in the range, and of those the first and the last one if only some values of it are.
  let from: u32 = 1;
  let to: u32 = LAST_CODE;
  let firstEnd: u32 = NO_CODE;
  let lastEnd: u32 = NO_CODE;
  if (low > least) {
    from = roughCode(bounds, low);
    if (load<f64>(bounds + ((from - 1) << 3)) < low) firstEnd = from;
  }
  if (high < most) {
    to = roughCode(bounds, high);
    if (to === LAST_CODE || load<f64>(bounds + (to << 3)) > after(high)) lastEnd = to;
  }
  const start = i8x16.splat(<i8>from);
  const width = i8x16.splat(<i8>(to - from));
  const firsts = i8x16.splat(<i8>firstEnd);
  const lasts = i8x16.splat(<i8>lastEnd);
  const leasts = f64x2.splat(low);
  const mosts = f64x2.splat(high);
  let count = 0;
  for (let row = 0; row < rows; row += 64) {
    const at = codes + <usize>row;
    const one = v128.load(at);
    const two = v128.load(at, 16);
    const three = v128.load(at, 32);
    const four = v128.load(at, 48);
    let word =
      <u64>i8x16.bitmask(i8x16.le_u(i8x16.sub(one, start), width)) |
      ((<u64>i8x16.bitmask(i8x16.le_u(i8x16.sub(two, start), width))) << 16) |
      ((<u64>i8x16.bitmask(i8x16.le_u(i8x16.sub(three, start), width))) << 32) |
      ((<u64>i8x16.bitmask(i8x16.le_u(i8x16.sub(four, start), width))) << 48);
    const oneEnds = isEither(one, firsts, lasts);
    const twoEnds = isEither(two, firsts, lasts);
    const threeEnds = isEither(three, firsts, lasts);
    const fourEnds = isEither(four, firsts, lasts);
    if (v128.any_true(v128.or(v128.or(oneEnds, twoEnds), v128.or(threeEnds, fourEnds)))) {
      let ends =
        <u64>i8x16.bitmask(oneEnds) |
        ((<u64>i8x16.bitmask(twoEnds)) << 16) |
        ((<u64>i8x16.bitmask(threeEnds)) << 32) |
        ((<u64>i8x16.bitmask(fourEnds)) << 48);
      const block = values + ((<usize>row) << 3);
      if (popcnt<u64>(ends) > MANY) word = wordBetween(block, leasts, mosts);
      else {
        while (ends) {
          store<i32>(listed + ((<usize>count) << 2), row + <i32>ctz<u64>(ends));
          ends &= ends - 1;
          count++;
        }
      }
    }
    store<u64>(mask + (<usize>row >> 3), word);
  }
  // In a loop of their own, without a branch: the processor then reads several of these values at once, which are in no cache.
  for (let i = 0; i < count; i++) {
    const row = load<i32>(listed + ((<usize>i) << 2));
    const value = load<f64>(values + ((<usize>row) << 3));
    const at = mask + (<usize>row >> 3);
    const isOutside = 1 ^ (<u32>(value >= low) & <u32>(value <= high));
    store<u8>(at, load<u8>(at) ^ <u8>(isOutside << (row & 7)));
  }
}

function isEither(codes: v128, one: v128, other: v128): v128 {
  return v128.or(i8x16.eq(codes, one), i8x16.eq(codes, other));
}

/** Returns the least double that is greater than a number, which is not the greatest one. */
function after(number: f64): f64 {
  if (number === 0) return reinterpret<f64>(<i64>1);
  return reinterpret<f64>(reinterpret<i64>(number) + (number > 0 ? 1 : -1));
}
