/** What a heap orders. Its members are changed by the heap only. */
export interface Weighed {
  bytes: number;
  /** The place in the heap. */
  at: number;
}

/** A heap of items by their bytes: the largest one is found at once, and a change takes the logarithm of their number. */
export class LargestFirst<Item extends Weighed = Weighed> {
  readonly #items: Item[] = [];

  get largest(): Item | undefined {
    return this.#items[0];
  }

  add(item: Item): void {
    this.#rise(item, this.#items.length);
  }

  /** Adds bytes to an item, or takes them away. */
  grow(item: Item, bytes: number): void {
    item.bytes += bytes;
    if (bytes > 0) this.#rise(item, item.at);
    else this.#sink(item, item.at);
  }

  remove({ at }: Item): void {
    const last = this.#items.pop();
    if (last === undefined || at === this.#items.length) return;
    this.#rise(last, at);
    this.#sink(last, last.at);
  }

  #rise(item: Item, from: number): void {
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = this.#items[above];
      if (parent === undefined || parent.bytes >= item.bytes) break;
      this.#put(parent, at);
      at = above;
    }
    this.#put(item, at);
  }

  #sink(item: Item, from: number): void {
    let at = from;
    while (true) {
      const below = this.#largerBelow(at);
      if (below === undefined || below.bytes <= item.bytes) break;
      const next = below.at;
      this.#put(below, at);
      at = next;
    }
    this.#put(item, at);
  }

  #largerBelow(at: number): Item | undefined {
    const [left, right] = [this.#items[2 * at + 1], this.#items[2 * at + 2]];
    return left !== undefined && right !== undefined && right.bytes > left.bytes ? right : left;
  }

  #put(item: Item, at: number): void {
    this.#items[at] = item;
    item.at = at;
  }
}
