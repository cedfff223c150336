import { BoundedMap } from '@vitrine/core/adapter';
import type Database from 'better-sqlite3';

export type PreparedStatement = Database.Statement<unknown[], unknown>;

/** Common statements are few, but filters make more, and each of them takes memory outside the heap. */
const STATEMENTS_KEPT = 300;

/**
 * Prepared statements of one connection by text. The least recently used one is evicted first. The order of use is kept only
 * while the cache is more than half full, because moving an entry costs more than finding it.
 */
export function statementCache(
  prepare: (text: string) => PreparedStatement,
  kept: number = STATEMENTS_KEPT,
): { get(text: string): PreparedStatement; readonly size: number } {
  const statementsByText = new BoundedMap<string, PreparedStatement>(kept);
  let latest: string | null = null;

  return {
    get(text) {
      const known = statementsByText.get(text);
      if (known !== undefined) {
        if (text !== latest && statementsByText.size > kept / 2) {
          statementsByText.set(text, known);
          latest = text;
        }
        return known;
      }
      const statement = prepare(text);
      statementsByText.set(text, statement);
      latest = text;
      return statement;
    },
    get size() {
      return statementsByText.size;
    },
  };
}
