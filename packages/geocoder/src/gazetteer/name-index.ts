import { hashName } from './place-names.ts';

const BUCKETS = 2 ** 17;

/** An index from the hash of a name to numbers: linked lists in columns, which take far less memory than a `Map`. */
export class NameIndex {
  #entries = 0;
  readonly #bucket = new Int32Array(BUCKETS).fill(-1);
  readonly #next: Int32Array;
  readonly #hash: Uint32Array;
  readonly #value: Uint32Array;

  constructor(capacity: number) {
    this.#next = new Int32Array(capacity);
    this.#hash = new Uint32Array(capacity);
    this.#value = new Uint32Array(capacity);
  }

  /** Adds an entry. Ignores it if the index is full. */
  add(name: string, value: number): void {
    const entry = this.#entries;
    if (entry === this.#value.length) return;
    this.#entries += 1;
    const hash = hashName(name);
    const bucket = hash % BUCKETS;
    this.#hash[entry] = hash;
    this.#value[entry] = value;
    this.#next[entry] = this.#bucket[bucket] ?? -1;
    this.#bucket[bucket] = entry;
  }

  /** Returns the values of the name, and those of other names with the same hash. */
  find(name: string): number[] {
    const hash = hashName(name);
    const found: number[] = [];
    for (let entry = this.#bucket[hash % BUCKETS] ?? -1; entry !== -1; entry = this.#next[entry] ?? -1) {
      if (this.#hash[entry] === hash) found.push(this.#value[entry] ?? 0);
    }
    return found;
  }
}
