/** A growing buffer of bytes. */
export class ByteSink {
  bytes: Uint8Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 65_536) {
    this.bytes = new Uint8Array(capacity);
  }

  /** Makes room for `count` more bytes. May replace `bytes`. */
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** Appends two bytes, little-endian. */
  short(value: number): void {
    this.byte(value & 255);
    this.byte(value >> 8);
  }

  append(more: Uint8Array): void {
    this.reserve(more.length);
    this.bytes.set(more, this.length);
    this.length += more.length;
  }

  /** Returns a copy of the bytes from `start` on. */
  copy(start = 0): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(start, this.length);
  }
}
