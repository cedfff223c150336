import type { Clock } from '../ports/ports.ts';

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

/** Milliseconds for which what was found is kept. */
const KEPT_FOR = 3_600_000;

/**
 * What openings of public pictures have found in the last hour: mails show it for as long as the storage is away
 * (docs/rules.md#production-urls). Accounts share it (`SharedCache`).
 */
export class LastHour<Found> {
  readonly #found: SharedCache<{ readonly found: Found; readonly at: number }>;
  readonly #clock: Clock;

  constructor(maxBytes: number, clock: Clock) {
    this.#found = new SharedCache(maxBytes);
    this.#clock = clock;
  }

  keep(key: string, found: Found, holder: { readonly account: string; readonly bytes: number }): void {
    this.#found.set(key, { found, at: this.#clock() }, holder);
  }

  /** Returns what `keep` got for the key last. Undefined: nothing, or over an hour ago. */
  find(key: string): Found | undefined {
    const one = this.#found.get(key);
    return one === undefined || this.#clock() - one.at > KEPT_FOR ? undefined : one.found;
  }
}
