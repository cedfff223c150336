// The script of page.html: lists the airports whose name contains what is typed. Served from the origin of the server,
// behind one reverse proxy, with a read-only key of this store.
import { createClient } from '@vitrine/client';
import { Airports } from './stores.ts';

/** The parts of the DOM that the script uses, because the types of this project are those of Node. */
interface Element {
  value: string;
  textContent: string | null;
  append(child: Element): void;
  replaceChildren(): void;
  addEventListener(type: 'input', listener: () => void): void;
}
declare const document: {
  querySelector(selector: string): Element | null;
  createElement(tag: string): Element;
};
declare const location: { readonly origin: string; readonly hash: string };

const airports = createClient({ url: location.origin, key: location.hash.slice(1) }).store(Airports);
const input = document.querySelector('input');
const list = document.querySelector('ul');
let running = new AbortController();

async function show(): Promise<void> {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  const value = input?.value ?? '';
  const filters = value === '' ? [] : [{ field: 'name', op: 'contains', value } as const];
  try {
    const { items } = await airports.search({ filters, sortBy: 'name', limit: 10 }, { signal });
    list?.replaceChildren();
    for (const { iata, name } of items) {
      const line = document.createElement('li');
      line.textContent = `${iata} ${name}`;
      list?.append(line);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

input?.addEventListener('input', () => void show());
void show();
