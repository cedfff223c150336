// AssemblyScript. `pnpm column-kernels` compiles it into src/columns/kernel-module.ts; src/columns/kernels.ts describes the
// functions, and src/columns/kernel-twin.ts has the same ones in JavaScript.

import { wordBetween } from './word';

export function between(values: usize, rows: i32, low: f64, high: f64, mask: usize): void {
  const least = f64x2.splat(low);
  const most = f64x2.splat(high);
  for (let row = 0; row < rows; row += 64) {
    store<u64>(mask + (<usize>row >> 3), wordBetween(values + ((<usize>row) << 3), least, most));
  }
}

export function keepBetween(values: usize, rows: i32, low: f64, high: f64, mask: usize): void {
  for (let row = 0; row < rows; row += 64) {
    let word = load<u64>(mask + (<usize>row >> 3));
    let kept: u64 = 0;
    while (word) {
      const bit = ctz<u64>(word);
      word &= word - 1;
      const value = load<f64>(values + ((<usize>row + <usize>bit) << 3));
      kept |= (<u64>(value >= low && value <= high)) << bit;
    }
    store<u64>(mask + (<usize>row >> 3), kept);
  }
}

export function equalCode(codes: usize, rows: i32, code: i32, mask: usize): void {
  const wanted = i16x8.splat(<i16>code);
  for (let row = 0; row < rows; row += 64) {
    let word: u64 = 0;
    for (let part = 0; part < 64; part += 16) {
      const at = codes + ((<usize>(row + part)) << 1);
      const equal = i8x16.narrow_i16x8_s(
        i16x8.eq(v128.load(at), wanted),
        i16x8.eq(v128.load(at, 16), wanted),
      );
      word |= (<u64>i8x16.bitmask(equal)) << (<u64>part);
    }
    store<u64>(mask + (<usize>row >> 3), word);
  }
}

export function listedCode(codes: usize, rows: i32, table: usize, mask: usize): void {
  for (let row = 0; row < rows; row += 64) {
    let word: u64 = 0;
    for (let part = 0; part < 64; part++) {
      const code = load<u16>(codes + ((<usize>(row + part)) << 1));
      word |= (<u64>load<u8>(table + <usize>code)) << (<u64>part);
    }
    store<u64>(mask + (<usize>row >> 3), word);
  }
}

export function and(mask: usize, other: usize, rows: i32): void {
  for (let at: usize = 0; at < <usize>rows >> 3; at += 8)
    store<u64>(mask + at, load<u64>(mask + at) & load<u64>(other + at));
}

export function or(mask: usize, other: usize, rows: i32): void {
  for (let at: usize = 0; at < <usize>rows >> 3; at += 8)
    store<u64>(mask + at, load<u64>(mask + at) | load<u64>(other + at));
}

export function not(mask: usize, rows: i32): void {
  for (let at: usize = 0; at < <usize>rows >> 3; at += 8) store<u64>(mask + at, ~load<u64>(mask + at));
}

export function count(mask: usize, rows: i32): i32 {
  let found: u64 = 0;
  for (let at: usize = 0; at < <usize>rows >> 3; at += 8) found += popcnt<u64>(load<u64>(mask + at));
  return <i32>found;
}

export function newest(mask: usize, rows: i32, limit: i32, out: usize): i32 {
  let found = 0;
  for (let row = rows - 64; row >= 0; row -= 64) {
    let word = load<u64>(mask + (<usize>row >> 3));
    while (word) {
      const bit = 63 - <i32>clz<u64>(word);
      word ^= (<u64>1) << (<u64>bit);
      store<i32>(out + ((<usize>found) << 2), row + bit);
      if (++found === limit) return found;
    }
  }
  return found;
}

export function addUp(values: usize, mask: usize, rows: i32, state: usize, others: usize): i32 {
  let sum: i64 = 0;
  let counted: i64 = 0;
  let other = 0;
  for (let row = 0; row < rows; row += 64) {
    let word = load<u64>(mask + (<usize>row >> 3));
    while (word) {
      const bit = <i32>ctz<u64>(word);
      word &= word - 1;
      const value = load<f64>(values + ((<usize>(row + bit)) << 3));
      if (!(abs<f64>(value) < Infinity)) continue;
      const units = nearest<f64>(value * 1e6);
      if (units / 1e6 === value && abs<f64>(units) <= 1e15) {
        sum += <i64>units;
        counted++;
      } else {
        store<f64>(others + ((<usize>other) << 3), value);
        other++;
      }
    }
  }
  store<i64>(state, sum);
  store<i64>(state, counted, 8);
  return other;
}

export function extremes(values: usize, mask: usize, rows: i32, state: usize): void {
  let least = load<f64>(state);
  let most = load<f64>(state, 8);
  for (let row = rows - 64; row >= 0; row -= 64) {
    let word = load<u64>(mask + (<usize>row >> 3));
    while (word) {
      const bit = 63 - <i32>clz<u64>(word);
      word ^= (<u64>1) << (<u64>bit);
      const value = load<f64>(values + ((<usize>(row + bit)) << 3));
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  store<f64>(state, least);
  store<f64>(state, most, 8);
}

export function first(
  values: usize,
  mask: usize,
  rows: i32,
  base: i32,
  sign: f64,
  ties: i32,
  after: f64,
  afterRow: i32,
  limit: i32,
  held: i32,
  keys: usize,
  out: usize,
): i32 {
  const signs = f64x2.splat(sign);
  const afters = f64x2.splat(after);
  // Rows come newest first, so an equal key comes before the root only if ties are oldest first.
  const isOldestFirst = i64x2.splat(ties > 0 ? -1 : 0);
  let worst = held === limit ? load<f64>(keys) : Infinity;
  for (let row = rows - 64; row >= 0; row -= 64) {
    let word = load<u64>(mask + (<usize>row >> 3));
    if (!word) continue;
    const worsts = f64x2.splat(worst);
    let near: u64 = 0;
    for (let part = 0; part < 64; part += 2) {
      const pair = f64x2.mul(v128.load(values + ((<usize>(row + part)) << 3)), signs);
      const isBefore = v128.or(f64x2.lt(pair, worsts), v128.and(f64x2.eq(pair, worsts), isOldestFirst));
      near |= (<u64>i64x2.bitmask(v128.and(f64x2.ge(pair, afters), isBefore))) << (<u64>part);
    }
    word &= near;
    while (word) {
      const bit = 63 - <i32>clz<u64>(word);
      word ^= (<u64>1) << (<u64>bit);
      const key = sign * load<f64>(values + ((<usize>(row + bit)) << 3));
      const found = base + row + bit;
      if (key === after && (found - afterRow) * ties <= 0) continue;
      if (held < limit) rise(keys, out, held++, key, found, ties);
      else if (isAfter(worst, load<i32>(out), key, found, ties)) sink(keys, out, held, key, found, ties);
      if (held === limit) worst = load<f64>(keys);
    }
  }
  return held;
}

/** Whether a row comes after another one in the order. */
function isAfter(key: f64, row: i32, otherKey: f64, otherRow: i32, ties: i32): bool {
  return key > otherKey || (key === otherKey && (row - otherRow) * ties > 0);
}

/** Adds a row to the heap, whose root is the last row in the order. */
function rise(keys: usize, rows: usize, place: i32, key: f64, row: i32, ties: i32): void {
  while (place > 0) {
    const parent = (place - 1) >> 1;
    const parentKey = load<f64>(keys + ((<usize>parent) << 3));
    const parentRow = load<i32>(rows + ((<usize>parent) << 2));
    if (!isAfter(key, row, parentKey, parentRow, ties)) break;
    store<f64>(keys + ((<usize>place) << 3), parentKey);
    store<i32>(rows + ((<usize>place) << 2), parentRow);
    place = parent;
  }
  store<f64>(keys + ((<usize>place) << 3), key);
  store<i32>(rows + ((<usize>place) << 2), row);
}

/** Replaces the root of the heap. */
function sink(keys: usize, rows: usize, held: i32, key: f64, row: i32, ties: i32): void {
  let place = 0;
  for (;;) {
    let child = 2 * place + 1;
    if (child >= held) break;
    let childKey = load<f64>(keys + ((<usize>child) << 3));
    let childRow = load<i32>(rows + ((<usize>child) << 2));
    if (child + 1 < held) {
      const otherKey = load<f64>(keys + ((<usize>(child + 1)) << 3));
      const otherRow = load<i32>(rows + ((<usize>(child + 1)) << 2));
      if (isAfter(otherKey, otherRow, childKey, childRow, ties)) {
        child++;
        childKey = otherKey;
        childRow = otherRow;
      }
    }
    if (!isAfter(childKey, childRow, key, row, ties)) break;
    store<f64>(keys + ((<usize>place) << 3), childKey);
    store<i32>(rows + ((<usize>place) << 2), childRow);
    place = child;
  }
  store<f64>(keys + ((<usize>place) << 3), key);
  store<i32>(rows + ((<usize>place) << 2), row);
}
