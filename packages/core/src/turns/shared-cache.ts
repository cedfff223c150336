interface Entry<Value> {
  readonly value: Value;
  readonly bytes: number;
  readonly account: string | null;
}

/** What one account has cached, the least recently used first. */
interface Holding {
  readonly keys: Set<string>;
  bytes: number;
}

/**
 * A cache up to a number of bytes that accounts share. When it is full, the account with the most bytes loses its least
 * recently used value, so that no account evicts what others use less room for. A single account may use all of it.
 */
export class SharedCache<Value> {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #holdings = new Map<string | null, Holding>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns a value of any account, which counts as used. */
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const keys = this.#holdings.get(entry.account)?.keys;
    keys?.delete(key);
    keys?.add(key);
    return entry.value;
  }

  /** Replaces the value of the key, which then counts for this account. A value that exceeds the cache is not kept. */
  set(key: string, value: Value, { account, bytes }: Omit<Entry<Value>, 'value'>): void {
    this.delete(key);
    if (bytes > this.#maxBytes) return;
    this.#entries.set(key, { value, bytes, account });
    const holding = this.#holdings.get(account) ?? { keys: new Set(), bytes: 0 };
    this.#holdings.set(account, holding);
    holding.keys.add(key);
    this.#add(holding, bytes);
    while (this.#bytes > this.#maxBytes) this.#evict();
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    const holding = entry && this.#holdings.get(entry.account);
    if (entry === undefined || holding === undefined) return;
    this.#entries.delete(key);
    holding.keys.delete(key);
    this.#add(holding, -entry.bytes);
    if (holding.keys.size === 0) this.#holdings.delete(entry.account);
  }

  /** Deletes the values that a function names. */
  deleteIf(isOver: (value: Value) => boolean): void {
    for (const [key, { value }] of this.#entries) if (isOver(value)) this.delete(key);
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  #add(holding: Holding, bytes: number): void {
    holding.bytes += bytes;
    this.#bytes += bytes;
  }

  #evict(): void {
    let largest: Holding | null = null;
    for (const holding of this.#holdings.values()) {
      if (largest === null || holding.bytes > largest.bytes) largest = holding;
    }
    const [oldest] = largest?.keys ?? [];
    if (oldest !== undefined) this.delete(oldest);
  }
}
