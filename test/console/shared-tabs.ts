import { AsyncLocalStorage } from 'node:async_hooks';

/** The tab whose code runs: the browser tells the other tabs only of what one tab writes. */
export const running = new AsyncLocalStorage<number>();
export const listeners = new Map<number, (event: { key: string; newValue: string | null }) => void>();

/** The storage that the tabs of a browser share. */
export class SharedStorage {
  [entry: string]: unknown;

  getItem(entry: string): string | null {
    return (this[entry] as string | undefined) ?? null;
  }

  setItem(entry: string, value: string): void {
    this[entry] = value;
    tellOthers(entry, value);
  }

  removeItem(entry: string): void {
    if (!(entry in this)) return;
    delete this[entry];
    tellOthers(entry, null);
  }
}

function tellOthers(key: string, newValue: string | null): void {
  for (const [tab, listener] of listeners) {
    if (tab !== running.getStore()) running.run(tab, () => listener({ key, newValue }));
  }
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
