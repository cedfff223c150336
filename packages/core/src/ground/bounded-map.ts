/** A map with at most `max` entries. Setting a further one removes the one that was set longest ago. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  /** Sets an entry and moves it to the end. */
  override set(key: Key, value: Value): this {
    this.delete(key);
    if (this.size >= this.#max) {
      const [oldest] = this.keys();
      if (oldest !== undefined) this.delete(oldest);
    }
    return super.set(key, value);
  }
}
