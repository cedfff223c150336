import type { Caller, Metric } from '@vitrine/core';
import type { Comparison, Filter } from '@vitrine/core/storage';
import type { OperationResult } from '../operations.ts';
import type { ScanTurn } from '../scan-turn.ts';
import { type Attempt, seldom } from '../statements/seldom.ts';
import { mayBeNear } from './near/near-page.ts';
import { type FindRecords, type FoundRecords, isScan } from './reads/record-query.ts';
import type { RecordSearch, SearchName, SearchResult } from './reads/record-search.ts';
import type { SearchDriver } from './reads/search-driver.ts';

/** The names of all answerers, as users see them (docs/operations.md#where-a-search-ran). */
const ANSWERER_NAMES = ['id', 'index', 'near', 'candidates', 'columns', 'scan'] as const;

interface Named {
  readonly name: (typeof ANSWERER_NAMES)[number];
}

/** A way to find a page with bounded work, which takes no turn among scans. */
interface PageAnswerer extends Named {
  /** Returns whether it is worth asking for a page. Costs nothing. */
  mayAnswer(page: FindRecords): boolean;
  /** Returns the page. Null: the next answerer is asked. */
  answer(page: FindRecords, caller: Caller): Promise<FoundRecords | null>;
}

/** A way to answer any search, with work that grows with the store, in a turn among scans. */
interface ScanAnswerer extends Named {
  mayAnswer(search: RecordSearch): boolean;
  /** Returns the result. Undefined: the next answerer is asked. */
  answer(search: RecordSearch, turn: ScanTurn): Promise<SearchResult | undefined>;
}

/** The answerers in the order in which they are asked. The last one has a result for each search. */
interface Answerers {
  readonly ofPages: readonly PageAnswerer[];
  readonly inTurn: readonly ScanAnswerer[];
}

/**
 * Returns the answerers of a driver. This list alone decides where a search runs. The driver supplies the places:
 * lanes for bounded work, its columns, and turns for scans.
 */
function answerersOf(driver: SearchDriver): Answerers {
  return {
    ofPages: [byId(driver), alongIndex(driver), amongNewest(driver), amongCandidates(driver)],
    inTurn: [fromColumns(driver), inSql(driver)],
  };
}

/** Looks up the only record that can be on the page. */
function byId(driver: SearchDriver): PageAnswerer {
  return {
    name: 'id',
    mayAnswer: ({ where, after, limit }) => after === null && limit > 0 && onlyId(where) !== null,
    async answer({ storeId, storeNumber, expiredUpTo, shape, where }) {
      const id = onlyId(where);
      if (id === null) return null;
      const row = await driver.look('getRecord', { storeId, storeNumber, expiredUpTo, shape, id });
      return { rows: row === null ? [] : [row], more: false };
    },
  };
}

/** Follows an index, which leads from each record of the page to the next one. */
function alongIndex(driver: SearchDriver): PageAnswerer {
  return {
    name: 'index',
    mayAnswer: (page) => !isScan(page),
    answer: (page, caller) => driver.run('findRecords', page, caller),
  };
}

/** Reads a few of the next records, which usually fill the page. */
function amongNewest(driver: SearchDriver): PageAnswerer {
  const attempts = nearAttempts();
  return {
    name: 'near',
    mayAnswer: mayBeNear,
    async answer(page, caller) {
      const attempt = attempts.of(page.storeId, page.where);
      if (!attempt.isDue()) return null;
      const found = await driver.run('findNearRecords', page, caller);
      attempt.note(found !== null);
      return found;
    },
  };
}

/** Reads the few records that can be on the page by the index that the columns publish. */
function amongCandidates(driver: SearchDriver): PageAnswerer {
  const { columns } = driver;
  return {
    name: 'candidates',
    mayAnswer: () => columns !== null,
    async answer(page, caller) {
      const candidates = columns?.candidates(page) ?? null;
      if (candidates === null) return null;
      const found = await driver.run('findAmongCandidates', { ...page, candidates }, caller);
      if (found !== null) columns?.noteFound();
      return found;
    },
  };
}

/** Asks the columns of the store in memory. */
function fromColumns({ columns }: SearchDriver): ScanAnswerer {
  return {
    name: 'columns',
    mayAnswer: (search) => columns?.mayAnswer(search) ?? false,
    answer: async (search, turn) => columns?.search(search, turn.limits()),
  };
}

/** Reads the store with SQL, and tells the columns how long that took. */
function inSql({ columns }: SearchDriver): ScanAnswerer {
  return {
    name: 'scan',
    mayAnswer: () => true,
    async answer(search, turn) {
      const startedAt = performance.now();
      try {
        return await turn.run<SearchName>(search.name, search.args);
      } finally {
        columns?.note(search, performance.now() - startedAt);
      }
    },
  };
}

/** Returns the id if the filter searches for one id and nothing else. */
function onlyId(where: Filter): string | null {
  if ('all' in where)
    return where.all.length === 1 && where.all[0] !== undefined ? onlyId(where.all[0]) : null;
  if ('any' in where || where.column !== 'id' || where.op !== 'eq') return null;
  return typeof where.value === 'string' ? where.value : null;
}

/** Receives the name of the answerer of a search. */
type OnAnswered = ((answerer: string) => void) | undefined;

/** Searches of records, each with the first of the answerers that has a result. */
export interface RecordSearches {
  find(page: FindRecords, caller: Caller, onAnswered: OnAnswered): Promise<FoundRecords>;
  run<Name extends Exclude<SearchName, 'findRecords'>>(
    search: RecordSearch & { readonly name: Name },
    caller: Caller,
    onAnswered: OnAnswered,
  ): Promise<OperationResult<Name>>;
  metrics(): Metric[];
}

export function recordSearches(driver: SearchDriver): RecordSearches {
  const { ofPages, inTurn } = answerersOf(driver);
  const answered = new Map(ANSWERER_NAMES.map((name) => [name, 0]));

  function note(name: (typeof ANSWERER_NAMES)[number], onAnswered: OnAnswered): void {
    answered.set(name, (answered.get(name) ?? 0) + 1);
    onAnswered?.(name);
  }

  function runInTurn(search: RecordSearch, caller: Caller, onAnswered: OnAnswered) {
    return driver.inTurn(search.args.storeId, caller, async (turn) => {
      for (const { name, mayAnswer, answer } of inTurn) {
        const result = mayAnswer(search) ? await answer(search, turn) : undefined;
        if (result === undefined) continue;
        note(name, onAnswered);
        return result;
      }
      throw new Error(`no answerer has a result of ${search.name}`);
    });
  }

  return {
    async find(page, caller, onAnswered) {
      for (const { name, mayAnswer, answer } of ofPages) {
        const found = mayAnswer(page) ? await answer(page, caller) : null;
        if (found === null) continue;
        note(name, onAnswered);
        return found;
      }
      return (await runInTurn({ name: 'findRecords', args: page }, caller, onAnswered)) as FoundRecords;
    },
    async run<Name extends SearchName>(search: RecordSearch, caller: Caller, onAnswered: OnAnswered) {
      return (await runInTurn(search, caller, onAnswered)) as OperationResult<Name>;
    },
    metrics: () =>
      Array.from(answered, ([answerer, value]) => ({
        name: 'vitrine_searches_total',
        help: 'Searches of records by what answered them.',
        kind: 'counter',
        labels: { answerer },
        value,
      })),
  };
}

/**
 * Remembers whether near pages were found, by store and by the columns and operators of the filter. A failed attempt reads
 * hundreds of records, on SQLite on the serving thread, which can take longer than columns need for the whole search.
 */
interface NearAttempts {
  /** Returns the attempt of a search. */
  of(storeId: string, where: Filter): Attempt;
}

export function nearAttempts(): NearAttempts {
  const attempts = seldom({ failures: 4, oneOf: { first: 16, most: 256 } });
  return { of: (storeId, where) => attempts(`${storeId} ${formOf(where)}`) };
}

/** Returns the columns and operators of a filter. */
function formOf(filter: Filter): string {
  if ('all' in filter) return `all(${filter.all.map(formOf).join()})`;
  if ('any' in filter) return `any(${filter.any.map(formOf).join()})`;
  const { column, op }: Comparison = filter;
  return `${column} ${op}`;
}
