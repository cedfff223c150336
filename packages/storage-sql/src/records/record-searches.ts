import type { Caller, Metric } from '@vitrine/core';
import type { OperationResult } from '../operations.ts';
import { ANSWERER_NAMES, answerersOf } from './answerers.ts';
import type { FindRecords, FoundRecords } from './reads/record-query.ts';
import type { RecordSearch, SearchName } from './reads/record-search.ts';
import type { SearchDriver } from './reads/search-driver.ts';

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
