import type { Operation } from './operations.ts';
import { ask, seed } from './seed.ts';
import type { FloorName, Served } from './served.ts';

/** A server, and the records that the operations have consumed. */
export interface Side {
  readonly served: Served;
  /** Cursors by operation. */
  readonly cursors: Record<string, string>;
  /** Next unused index, by operation. */
  readonly used: Record<string, number>;
  /** Index after the last record that was added for consumption, by operation. */
  readonly provided: Record<string, number>;
}

export interface FloorSide extends Side {
  readonly name: FloorName;
}

export function sideOf(served: Served): Side {
  return { served, cursors: {}, used: {}, provided: {} };
}

/** Finds the cursor of the page that the operation requests, as a client does. */
export async function walk({ served, cursors }: Side, { name, walk }: Operation): Promise<void> {
  if (walk === undefined) return;
  let cursor: string | undefined;
  for (let page = 0; page < walk.pages; page++) {
    ({ cursor } = (await ask(served, walk.page(cursor))) as { cursor?: string });
    if (cursor === undefined) throw new Error(`${name}: there are only ${page + 1} pages`);
  }
  if (cursor !== undefined) cursors[name] = cursor;
}

/** Adds records that the operation will consume. */
export async function provide(side: Side, { name }: Operation, count: number): Promise<void> {
  const first = side.provided[name] ?? 0;
  await seed(side.served, count, 'DEL', first);
  side.used[name] = first;
  side.provided[name] = first + count;
}
