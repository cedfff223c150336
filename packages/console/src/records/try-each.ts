import { forEachConcurrently } from '../requests/concurrency.ts';
import { isPassing } from '../requests/passing-error.ts';

/** What became of items that were tried. */
interface Tried<Item> {
  /** Those with an error, and those that were not begun after one. */
  readonly failed: readonly Item[];
  /** The first error; null without one. */
  readonly error: unknown;
}

const CONCURRENT = 6;

/**
 * Calls a function for each item, some at a time. After one that is refused it goes on with the others; after an error that
 * concerns all of them, such as a server that does not answer, it begins no other one.
 */
export async function tryEach<Item>(
  items: readonly Item[],
  call: (item: Item) => Promise<void>,
): Promise<Tried<Item>> {
  const left = new Set(items);
  const errors: unknown[] = [];
  const take = async (item: Item) => {
    try {
      await call(item);
      left.delete(item);
    } catch (error) {
      errors.push(error);
      if (isPassing(error)) throw error;
    }
  };
  // The error that ends it is among the errors.
  await forEachConcurrently(items, CONCURRENT, take).catch(() => {});
  return { failed: [...left], error: errors[0] ?? null };
}
