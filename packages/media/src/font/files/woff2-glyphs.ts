/** The tables that WOFF2 stores as one transformed table. */
export interface RestoredGlyphs {
  readonly glyf: Buffer;
  /** Long offsets. */
  readonly loca: Buffer;
  /** The lowest x of each glyph; 0 for a blank. */
  readonly leftEdges: readonly number[];
}

/** Flags of a point and of a component (OpenType, `glyf`). */
const ON_CURVE = 0x01;
const COMPONENT = {
  words: 0x01,
  scale: 0x08,
  more: 0x20,
  twoScales: 0x40,
  matrix: 0x80,
  instructions: 0x100,
};
const HEADER = 36;

/**
 * Restores `glyf` and `loca` from the transformed table (WOFF 2.0, 5.1), without instructions, because nothing here
 * runs them.
 *
 * @throws RangeError if a stream ends too early.
 */
export function restoreGlyphs(table: Buffer): RestoredGlyphs {
  const count = table.readUInt16BE(4);
  let at = HEADER;
  const stream = (index: number) => {
    const length = table.readUInt32BE(8 + index * 4);
    at += length;
    return new Stream(table.subarray(at - length, at));
  };
  const contours = stream(0);
  const source = { points: stream(1), flags: stream(2), glyphs: stream(3) };
  const components = stream(4);
  const bounds = stream(5);
  const bitmap = bounds.take(4 * Math.floor((count + 31) / 32));
  const parts: Buffer[] = [];
  const leftEdges: number[] = [];
  const loca = Buffer.alloc((count + 1) * 4);
  let offset = 0;
  for (let index = 0; index < count; index++) {
    const contourCount = contours.signed();
    const box = hasBit(bitmap, index) ? bounds.take(8) : null;
    const glyph =
      contourCount === 0
        ? Buffer.alloc(0)
        : contourCount > 0
          ? simpleGlyph(contourCount, source, box)
          : compositeGlyph(components, source.glyphs, box ?? Buffer.alloc(8));
    leftEdges.push(glyph.length === 0 ? 0 : glyph.readInt16BE(2));
    const padding = Buffer.alloc(-glyph.length & 3);
    parts.push(glyph, padding);
    offset += glyph.length + padding.length;
    loca.writeUInt32BE(offset, (index + 1) * 4);
  }
  return { glyf: Buffer.concat(parts), loca, leftEdges };
}

/** Restores `hmtx` (WOFF 2.0, 5.4): omitted side bearings are the left edges of the glyphs. */
export function restoreMetrics(table: Buffer, widths: number, leftEdges: readonly number[]): Buffer {
  const stream = new Stream(table);
  const flags = stream.byte();
  const advances = Array.from({ length: widths }, () => stream.unsigned());
  const hmtx = Buffer.alloc(widths * 4 + Math.max(0, leftEdges.length - widths) * 2);
  leftEdges.forEach((edge, index) => {
    const isOmitted = (flags & (index < widths ? 1 : 2)) !== 0;
    const bearing = isOmitted ? edge : stream.signed();
    if (index < widths) hmtx.writeUInt16BE(advances[index] ?? 0, index * 4);
    hmtx.writeInt16BE(bearing, index < widths ? index * 4 + 2 : widths * 2 + index * 2);
  });
  return hmtx;
}

function simpleGlyph(
  contourCount: number,
  { points, flags, glyphs }: { readonly points: Stream; readonly flags: Stream; readonly glyphs: Stream },
  box: Buffer | null,
): Buffer {
  const header = Buffer.alloc(10 + contourCount * 2 + 2);
  header.writeInt16BE(contourCount, 0);
  let count = 0;
  for (let contour = 0; contour < contourCount; contour++) {
    count += points.packed();
    header.writeUInt16BE(count - 1, 10 + contour * 2);
  }
  const onCurve = Buffer.alloc(count);
  const steps = [Buffer.alloc(count * 2), Buffer.alloc(count * 2)] as const;
  let [x, y, left, bottom, right, top] = [0, 0, Infinity, Infinity, -Infinity, -Infinity];
  for (let point = 0; point < count; point++) {
    const flag = flags.byte();
    const [dx, dy] = glyphs.step(flag & 0x7f);
    onCurve[point] = flag < 0x80 ? ON_CURVE : 0;
    steps[0].writeInt16BE(dx, point * 2);
    steps[1].writeInt16BE(dy, point * 2);
    x += dx;
    y += dy;
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.min(bottom, y);
    top = Math.max(top, y);
  }
  skipInstructions(glyphs);
  for (const [at, edge] of [left, bottom, right, top].entries()) header.writeInt16BE(edge, 2 + at * 2);
  box?.copy(header, 2);
  return Buffer.concat([header, onCurve, ...steps]);
}

function compositeGlyph(components: Stream, glyphs: Stream, box: Buffer): Buffer {
  const begin = components.position;
  let flags: number = COMPONENT.more;
  let hasInstructions = false;
  const flagsAt: number[] = [];
  while ((flags & COMPONENT.more) !== 0) {
    flagsAt.push(components.position - begin);
    flags = components.unsigned();
    hasInstructions ||= (flags & COMPONENT.instructions) !== 0;
    const scales =
      flags & COMPONENT.scale ? 2 : flags & COMPONENT.twoScales ? 4 : flags & COMPONENT.matrix ? 8 : 0;
    components.take(2 + (flags & COMPONENT.words ? 4 : 2) + scales);
  }
  const parts = Buffer.from(components.from(begin));
  for (const at of flagsAt) parts.writeUInt16BE(parts.readUInt16BE(at) & ~COMPONENT.instructions, at);
  if (hasInstructions) skipInstructions(glyphs);
  const contourCount = Buffer.alloc(2);
  contourCount.writeInt16BE(-1);
  return Buffer.concat([contourCount, box, parts]);
}

/** Skips the length of instructions. The instructions have a stream of their own. */
function skipInstructions(glyphs: Stream): void {
  glyphs.packed();
}

function hasBit(bitmap: Buffer, index: number): boolean {
  return ((bitmap[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;
}

class Stream {
  position = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  byte(): number {
    const value = this.#bytes.readUInt8(this.position);
    this.position += 1;
    return value;
  }

  unsigned(): number {
    const value = this.#bytes.readUInt16BE(this.position);
    this.position += 2;
    return value;
  }

  signed(): number {
    const value = this.#bytes.readInt16BE(this.position);
    this.position += 2;
    return value;
  }

  take(length: number): Buffer {
    if (this.position + length > this.#bytes.length)
      throw new RangeError('A stream of the font ends too early.');
    this.position += length;
    return this.#bytes.subarray(this.position - length, this.position);
  }

  /** Returns the bytes from a position to the present one. */
  from(begin: number): Buffer {
    return this.#bytes.subarray(begin, this.position);
  }

  /** Reads a number in one to three bytes (`255UInt16`). */
  packed(): number {
    const code = this.byte();
    if (code === 253) return this.unsigned();
    if (code === 254) return this.byte() + 506;
    if (code === 255) return this.byte() + 253;
    return code;
  }

  /** Reads the distance of a point from the one before it; `form` is a line of the table in WOFF 2.0, 5.2. */
  step(form: number): readonly [dx: number, dy: number] {
    const signed = (bit: number, value: number) => (form & bit ? value : -value);
    if (form < 10) return [0, signed(1, ((form & 14) << 7) + this.byte())];
    if (form < 20) return [signed(1, (((form - 10) & 14) << 7) + this.byte()), 0];
    if (form < 84) {
      const [high, low] = [form - 20, this.byte()];
      return [signed(1, 1 + (high & 0x30) + (low >> 4)), signed(2, 1 + ((high & 0x0c) << 2) + (low & 0x0f))];
    }
    if (form < 120) {
      const high = form - 84;
      const dx = 1 + (Math.floor(high / 12) << 8) + this.byte();
      return [signed(1, dx), signed(2, 1 + (((high % 12) >> 2) << 8) + this.byte())];
    }
    if (form < 124) {
      const [first, second, third] = [this.byte(), this.byte(), this.byte()];
      return [signed(1, (first << 4) + (second >> 4)), signed(2, ((second & 0x0f) << 8) + third)];
    }
    const dx = this.unsigned();
    return [signed(1, dx), signed(2, this.unsigned())];
  }
}
