// AssemblyScript, compiled with kernels.ts. A text begins after the five bytes of its header and ends at the next byte of a
// header (`src/columns/arena-text.ts`).

/** The bytes from here on are those of headers: UTF-8 has none of them. */
const HEADER: u8 = 0xf8;
const UNSEARCHED: i32 = 1 << 13;
const STARTS: i32 = 1;
const ENDS: i32 = 2;

export function between32(values: usize, rows: i32, low: u32, high: u32, mask: usize): void {
  const least = i32x4.splat(low);
  const most = i32x4.splat(high);
  for (let row = 0; row < rows; row += 64) {
    let word: u64 = 0;
    for (let part = 0; part < 64; part += 4) {
      const four = v128.load(values + ((<usize>(row + part)) << 2));
      const inside = v128.and(i32x4.ge_u(four, least), i32x4.le_u(four, most));
      word |= (<u64>i32x4.bitmask(inside)) << (<u64>part);
    }
    store<u64>(mask + (<usize>row >> 3), word);
  }
}

export function search(from: usize, end: usize, needle: usize, length: i32, anchors: i32, mask: usize): void {
  const first = i8x16.splat(load<u8>(needle));
  const last = i8x16.splat(load<u8>(needle + <usize>length - 1));
  let at = from;
  while (at + <usize>length <= end) {
    if (at + <usize>length + 15 > end) {
      at = matches(at, needle, length, anchors) ? mark(at, <usize>length, mask) : at + 1;
      continue;
    }
    let near = i8x16.bitmask(
      v128.and(
        i8x16.eq(lower(v128.load(at)), first),
        i8x16.eq(lower(v128.load(at + <usize>length - 1)), last),
      ),
    );
    let next = at + 16;
    while (near) {
      const place = at + <usize>ctz<i32>(near);
      near &= near - 1;
      if (!matches(place, needle, length, anchors)) continue;
      next = mark(place, <usize>length, mask);
      break;
    }
    at = next;
  }
}

/** Lowers the letters A to Z. */
function lower(bytes: v128): v128 {
  const isUpper = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(0x41)), i8x16.splat(26));
  return v128.or(bytes, v128.and(isUpper, i8x16.splat(0x20)));
}

function matches(at: usize, needle: usize, length: i32, anchors: i32): bool {
  if ((anchors & STARTS) !== 0 && load<u8>(at - 1) < HEADER) return false;
  if ((anchors & ENDS) !== 0 && load<u8>(at + <usize>length) < HEADER) return false;
  for (let i: usize = 0; i < <usize>length; i++) {
    let byte = load<u8>(at + i);
    if (<u8>(byte - 0x41) < 26) byte |= 0x20;
    if (byte !== load<u8>(needle + i)) return false;
  }
  return true;
}

/** Marks the row of the text around a match. Returns the end of the text. */
function mark(at: usize, length: usize, mask: usize): usize {
  let start = at;
  while (load<u8>(start - 1) < HEADER) start--;
  let header: i32 = 0;
  for (let i: usize = 1; i <= 5; i++) header = (header << 3) | (load<u8>(start - i) & 7);
  if ((header & UNSEARCHED) === 0) {
    const byte = mask + (<usize>header >> 3);
    store<u8>(byte, load<u8>(byte) | ((<u8>1) << (<u8>(header & 7))));
  }
  let end = at + length;
  while (load<u8>(end) < HEADER) end++;
  return end;
}

export function hashText(text: usize): u32 {
  let hash: u32 = 0x811c9dc5;
  for (let byte = load<u8>(text); byte < HEADER; byte = load<u8>(++text)) hash = (hash ^ byte) * 0x01000193;
  hash = (hash ^ (hash >> 16)) * 0x45d9f3b;
  return hash ^ (hash >> 16);
}

export function compareTexts(text: usize, other: usize): i32 {
  let byte = load<u8>(text);
  let otherByte = load<u8>(other);
  while (byte === otherByte && byte < HEADER) {
    byte = load<u8>(++text);
    otherByte = load<u8>(++other);
  }
  if (byte >= HEADER) return otherByte >= HEADER ? 0 : -1;
  return otherByte >= HEADER || byte > otherByte ? 1 : -1;
}

export function textPrefix(text: usize): f64 {
  let prefix: u64 = 0;
  let left = 6;
  for (; left > 0; left--) {
    const byte = load<u8>(text++);
    if (byte >= HEADER) break;
    prefix = (prefix << 8) | byte;
  }
  return <f64>(prefix << ((<u64>left) << 3));
}

export function textPrefixes(places: usize, rows: i32, pages: usize, out: usize): void {
  for (let row = 0; row < rows; row++) {
    const place = load<u32>(places + ((<usize>row) << 2));
    let prefix: f64 = 0;
    if (place === 0) prefix = NaN;
    else if (place > 1) {
      const page = <usize>load<u32>(pages + ((<usize>(place >> 16)) << 2));
      prefix = textPrefix(page + <usize>(place & 0xffff));
    }
    store<f64>(out + ((<usize>row) << 3), prefix);
  }
}
