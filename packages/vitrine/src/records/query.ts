import type { QueriedRecord, QueryRecordsRequest } from '@vitrine/core/contracts';
import { recordToJson } from '@vitrine/core/server';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { namingFlags } from '../lists/named-flags.ts';
import { type AccountAccess, openStore } from '../lists/named-resources.ts';
import { type Column, printTable } from '../lists/table.ts';
import { writeText } from '../lists/write-text.ts';
import { formatNumberOf, plain, printNotice, type Terminal } from '../terminal/terminal.ts';
import { recordColumns } from './record-columns.ts';
import { readSearch, readSort, type SearchFlags, type SortFlags } from './record-filters.ts';

export interface QueryFlags extends AccountFlags, SearchFlags, SortFlags {
  /** Names of the members to print besides the id. Empty: all. */
  readonly fields: readonly string[];
  readonly limit?: number;
  readonly cursor?: string;
  readonly total?: boolean;
  readonly json?: boolean;
}

/**
 * Runs `vitrine query`: prints the records that match, as a table or with `--json` as an object with `items`, `cursor`
 * and `total` like the response of the HTTP interface. Reads pages to the end, or up to `--limit`.
 */
export function queryRecords(terminal: Terminal, given: string, flags: QueryFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const store = await openStore({ vitrine, principal }, given);
    const query = new Query({ vitrine, principal }, store.id, flags);
    await namingFlags(flags, () =>
      flags.json === true
        ? printJson(terminal, query)
        : printTable(terminal.stdout, columnsOf(recordColumns(store), flags.fields), query.pages()),
    );
    if (flags.json === true) return;
    const { cursor, total } = query;
    if (total !== undefined) printNotice(terminal, `${formatNumberOf(total, 'record')} in total`);
    if (cursor !== undefined) printNotice(terminal, `more records match; continue with --cursor ${cursor}`);
  });
}

/** The records that match, in pages. */
class Query {
  readonly #access: AccountAccess;
  readonly #storeId: string;
  readonly #flags: QueryFlags;
  /** Where the next query continues. Undefined at the end. */
  cursor: string | undefined;
  /** The number of all matches, known after the first page if it was requested. */
  total: number | undefined;

  constructor(access: AccountAccess, storeId: string, flags: QueryFlags) {
    this.#access = access;
    this.#storeId = storeId;
    this.#flags = flags;
    this.cursor = flags.cursor;
  }

  async *pages(): AsyncGenerator<readonly QueriedRecord[], void> {
    const { vitrine, principal } = this.#access;
    const { fields, limit = Number.POSITIVE_INFINITY, total = false } = this.#flags;
    const request: QueryRecordsRequest = {
      ...readSearch(this.#flags),
      ...readSort(this.#flags),
      ...(fields.length === 0 ? {} : { fields: [...fields] }),
    };
    let left = limit;
    do {
      const page = await vitrine.records.query(principal, this.#storeId, {
        ...request,
        limit: Math.min(PAGE, left),
        total: total && this.total === undefined,
        ...(this.cursor === undefined ? {} : { cursor: this.cursor }),
      });
      this.cursor = page.cursor;
      this.total ??= page.total;
      left -= page.items.length;
      yield page.items;
    } while (this.cursor !== undefined && left > 0);
  }
}

/** The records of a page. */
const PAGE = 1_000;

/** Returns the columns of the fields in the order in which they were given, after the id. */
function columnsOf(
  columns: readonly Column<QueriedRecord>[],
  fields: readonly string[],
): readonly Column<QueriedRecord>[] {
  if (fields.length === 0) return columns;
  return ['id', ...fields].flatMap((name) => {
    const column = columns.find(({ header }) => header === name);
    return column === undefined ? [] : { ...column, canBeOmitted: false };
  });
}

/** Prints each record on a line of its own while the pages are read. If reading fails, the object has no end. */
async function printJson({ stdout }: Pick<Terminal, 'stdout'>, query: Query): Promise<void> {
  let before = '{"items":[';
  for await (const page of query.pages()) {
    if (page.length === 0) continue;
    const text = page.map((record) => plain(recordToJson(record))).join(',\n');
    if (!(await writeText(stdout, `${before}\n${text}`))) return;
    before = ',';
  }
  const { cursor, total } = query;
  const rest = JSON.stringify({
    ...(cursor === undefined ? {} : { cursor }),
    ...(total === undefined ? {} : { total }),
  }).slice(1);
  const end = `${before === ',' ? '\n' : before}]${rest === '}' ? '' : ','}${rest}\n`;
  await writeText(stdout, end);
}
