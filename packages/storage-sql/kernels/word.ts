/** Returns a word whose bits mark the values of 64 rows in the range. */
export function wordBetween(values: usize, least: v128, most: v128): u64 {
  let word: u64 = 0;
  for (let part = 0; part < 64; part += 4) {
    const at = values + ((<usize>part) << 3);
    word |=
      (<u64>(inRange(v128.load(at), least, most) | (inRange(v128.load(at, 16), least, most) << 2))) <<
      (<u64>part);
  }
  return word;
}

function inRange(pair: v128, least: v128, most: v128): i32 {
  return i64x2.bitmask(v128.and(f64x2.ge(pair, least), f64x2.le(pair, most)));
}
