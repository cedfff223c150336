import { LargestFirst, type Weighed } from './largest-first.ts';

interface Entry<Value> {
  readonly value: Value;
  readonly bytes: number;
  readonly holding: Holding;
}

/** What one account has cached, the least recently used first. */
interface Holding extends Weighed {
  readonly account: string | null;
  readonly keys: Set<string>;
}

/**
 * A cache up to a number of bytes that accounts share. When it is full, the account with the most bytes loses its least
 * recently used value, so that no account evicts what others use less room for. A single account may use all of it.
 */
export class SharedCache<Value> {
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #holdings = new Map<string | null, Holding>();
  readonly #bySize = new LargestFirst<Holding>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns a value of any account, which counts as used. */
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const { keys } = entry.holding;
    keys.delete(key);
    keys.add(key);
    return entry.value;
  }

  /** Replaces the value of the key, which then counts for this account. A value that exceeds the cache is not kept. */
  set(
    key: string,
    value: Value,
    { account, bytes }: { readonly account: string | null; readonly bytes: number },
  ): void {
    this.delete(key);
    if (bytes > this.#maxBytes) return;
    const holding = this.#holdingOf(account);
    this.#entries.set(key, { value, bytes, holding });
    holding.keys.add(key);
    this.#add(holding, bytes);
    while (this.#bytes > this.#maxBytes) this.#evict();
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    const { holding, bytes } = entry;
    this.#entries.delete(key);
    holding.keys.delete(key);
    this.#add(holding, -bytes);
    if (holding.keys.size > 0) return;
    this.#holdings.delete(holding.account);
    this.#bySize.remove(holding);
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

  #holdingOf(account: string | null): Holding {
    const known = this.#holdings.get(account);
    if (known !== undefined) return known;
    const holding: Holding = { account, keys: new Set(), bytes: 0, at: 0 };
    this.#holdings.set(account, holding);
    this.#bySize.add(holding);
    return holding;
  }

  #add(holding: Holding, bytes: number): void {
    this.#bySize.grow(holding, bytes);
    this.#bytes += bytes;
  }

  #evict(): void {
    const [oldest] = this.#bySize.largest?.keys ?? [];
    if (oldest !== undefined) this.delete(oldest);
  }
}
