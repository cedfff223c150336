import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, vi } from 'vitest';

/** The tab whose code runs: the browser tells the other tabs only of what one tab writes. */
export const running = new AsyncLocalStorage<number>();
export const listeners = new Map<number, (event: { key: string; newValue: string | null }) => void>();

/** A write of one tab that another one does not see yet. */
interface Late {
  readonly key: string;
  readonly newValue: string | null;
  readonly at: number;
}

/** What one tab sees of the storage. */
class TabView {
  readonly entries: Map<string, string>;
  /** When the tab wrote an entry itself last: it sees no earlier write of another one. */
  readonly ownAt = new Map<string, number>();
  late: Late[] = [];

  constructor(entries: ReadonlyMap<string, string>) {
    this.entries = new Map(entries);
  }
}

/**
 * The storage that the tabs of a browser share. As in browsers, a tab sees what it writes at once, and what others write when
 * `deliver` lets it, in the order in which it was written.
 */
export class SharedStorage {
  readonly #stored = new Map<string, string>();
  readonly #views = new Map<number, TabView>();
  #writes = 0;

  constructor() {
    const own = (at: string | symbol) => (typeof at === 'string' ? this.#view().entries.get(at) : undefined);
    // biome-ignore lint/correctness/noConstructorReturn: `Object.keys` of a storage are its entries.
    return new Proxy(this, {
      get: (_, at) => {
        const member: unknown = Reflect.get(this, at, this);
        return typeof member === 'function' ? member.bind(this) : member;
      },
      ownKeys: () => [...this.#view().entries.keys()],
      getOwnPropertyDescriptor: (_, at) =>
        own(at) === undefined ? undefined : { value: own(at), enumerable: true, configurable: true },
    });
  }

  getItem(key: string): string | null {
    return this.#view().entries.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#write(key, value);
  }

  removeItem(key: string): void {
    this.#write(key, null);
  }

  /** Opens a tab, which sees everything. */
  open(tab: number): void {
    this.#views.set(tab, new TabView(this.#stored));
  }

  /** Lets a tab see a write of another one. Returns whether there was one. */
  deliver(tab: number): boolean {
    const view = this.#views.get(tab);
    const late = view?.late.shift();
    if (view === undefined || late === undefined) return false;
    const { key, newValue, at } = late;
    if ((view.ownAt.get(key) ?? -1) < at) change(view.entries, key, newValue);
    running.run(tab, () => listeners.get(tab)?.({ key, newValue }));
    return true;
  }

  #view(): TabView {
    const tab = running.getStore() ?? -1;
    const view = this.#views.get(tab) ?? new TabView(this.#stored);
    this.#views.set(tab, view);
    return view;
  }

  #write(key: string, newValue: string | null): void {
    const view = this.#view();
    const isSame = (view.entries.get(key) ?? null) === newValue;
    this.#writes += 1;
    view.ownAt.set(key, this.#writes);
    change(view.entries, key, newValue);
    change(this.#stored, key, newValue);
    if (isSame) return;
    for (const [tab, other] of this.#views) {
      if (other !== view && tab >= 0) other.late.push({ key, newValue, at: this.#writes });
    }
  }
}

function change(entries: Map<string, string>, key: string, value: string | null): void {
  if (value === null) entries.delete(key);
  else entries.set(key, value);
}

/** The locks that the tabs of a browser share. A tab that is loaded anew gives up its own. */
export class SharedLocks {
  #held: { readonly tab: number; readonly name: string }[] = [];
  #queue: { readonly tab: number; readonly name: string; readonly enter: () => void }[] = [];

  async request(name: string, work: () => Promise<void>): Promise<void> {
    const tab = running.getStore() ?? -1;
    const lock = { tab, name };
    await new Promise<void>((enter) => {
      this.#queue.push({
        ...lock,
        enter: () => {
          this.#held.push(lock);
          enter();
        },
      });
      this.#admit();
    });
    await work().finally(() => {
      this.#held = this.#held.filter((one) => one !== lock);
      this.#admit();
    });
  }

  leave(tab: number): void {
    this.#held = this.#held.filter((lock) => lock.tab !== tab);
    this.#queue = this.#queue.filter((lock) => lock.tab !== tab);
    this.#admit();
  }

  #admit(): void {
    for (const waiting of [...this.#queue]) {
      if (this.#held.some(({ name }) => name === waiting.name)) continue;
      this.#queue = this.#queue.filter((one) => one !== waiting);
      waiting.enter();
    }
  }
}

/** Stubs what drafts use of a browser until the tests of the file have run. A tab hears of what others write with `listeners`. */
export function stubBrowser(): void {
  vi.stubGlobal('localStorage', new SharedStorage());
  vi.stubGlobal('navigator', { locks: new SharedLocks() });
  vi.stubGlobal('document', { addEventListener() {}, hidden: false });
  vi.stubGlobal('window', {
    location: { href: 'http://vitrine.test/console/', hash: '' },
    addEventListener(type: string, listener: (event: { key: string; newValue: string | null }) => void) {
      const tab = running.getStore();
      if (type === 'storage' && tab !== undefined) listeners.set(tab, listener);
    },
    removeEventListener() {},
  });
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      addEventListener() {}
      postMessage() {}
    },
  );
  afterAll(() => {
    vi.unstubAllGlobals();
  });
}
