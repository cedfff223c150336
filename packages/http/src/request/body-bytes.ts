const NO_BYTES = new Uint8Array();

/**
 * The bytes of a body as they arrive. Several chunks are copied into one buffer, which has memory pages of its own.
 * `freeBytes` returns the pages to the system at once. Chunks would wait for V8's collector, and the C library keeps the
 * memory of most of them, because later allocations lie above them in its heap.
 */
export class BodyBytes {
  readonly #expected: number;
  readonly #ownsChunks: boolean;
  #first: Uint8Array | null = null;
  #buffer: ArrayBuffer | null = null;
  #length = 0;

  /**
   * @param expected the size of the body if it is known, otherwise its maximum.
   * @param ownsChunks whether nobody else uses the chunks, so that each is freed when it has been copied.
   */
  constructor(expected: number, { ownsChunks }: { readonly ownsChunks: boolean }) {
    this.#expected = expected;
    this.#ownsChunks = ownsChunks;
  }

  /** Appends a chunk and returns the number of bytes so far. */
  add(chunk: Uint8Array): number {
    if (this.#length === 0) {
      this.#first = chunk;
      this.#length = chunk.byteLength;
      return this.#length;
    }
    const offset = this.#length;
    const length = offset + chunk.byteLength;
    this.#makeRoom(length);
    this.#copy(chunk, offset);
    this.#length = length;
    return length;
  }

  /** Returns the bytes so far. They are valid until the next chunk. */
  bytes(): Uint8Array {
    if (this.#buffer !== null) return new Uint8Array(this.#buffer, 0, this.#length);
    return this.#first ?? NO_BYTES;
  }

  #makeRoom(length: number): void {
    if (this.#buffer !== null && length <= this.#buffer.maxByteLength) {
      const doubled = Math.min(this.#buffer.maxByteLength, 2 * length);
      // Pages that have not been written to take no memory.
      if (this.#buffer.byteLength < length) this.#buffer.resize(doubled);
      return;
    }
    const earlier = this.bytes();
    this.#buffer = new ArrayBuffer(length, { maxByteLength: Math.max(this.#expected, length) });
    this.#copy(earlier, 0);
    freeBytes(earlier);
    this.#first = null;
  }

  #copy(chunk: Uint8Array, offset: number): void {
    if (this.#buffer === null) return;
    new Uint8Array(this.#buffer).set(chunk, offset);
    const { buffer, byteLength } = chunk;
    const isWhole = buffer instanceof ArrayBuffer && !buffer.resizable && buffer.byteLength === byteLength;
    if (isWhole && this.#ownsChunks) buffer.transfer(0);
  }
}

/** Frees bytes that `BodyBytes` has copied into one buffer. They must not be used afterwards. */
export function freeBytes({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.resizable) buffer.resize(0);
}
