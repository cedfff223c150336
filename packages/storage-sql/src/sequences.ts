import { numberCell, onlyRow } from './cells.ts';
import type { NumberedStore, SequenceName, SqlDialect } from './dialect.ts';
import { type Program, statementText } from './program.ts';
import type { Sql } from './sql.ts';

const textByName: Record<SequenceName, ReturnType<typeof statementText>> = {
  accounts: statementText((dialect) => dialect.reserve('accounts')),
  api_keys: statementText((dialect) => dialect.reserve('api_keys')),
  stores: statementText((dialect) => dialect.reserve('stores')),
};

/** Takes an insertion number. Part of the write that uses it. */
export function* reserveNumber(dialect: SqlDialect, name: SequenceName): Program<number> {
  const rows = yield { text: textByName[name](dialect), values: [] };
  return numberCell(onlyRow(rows)[0]);
}

/** Writes what nobody misses, to learn whether the engine takes a write. */
export function* tryWriting(dialect: SqlDialect, _: null): Program<void> {
  yield* reserveNumber(dialect, 'accounts');
}

const recordsText = statementText((dialect) => reservation(dialect, { storeId: '', storeNumber: 0 }, 0));

function reservation({ recordNumbers }: SqlDialect, store: NumberedStore, count: number): Sql {
  if (recordNumbers.kind === 'drawn') throw new Error('numbers that are drawn can not be reserved');
  return recordNumbers.reserve(store, count);
}

/** Takes `count` insertion numbers for records of a store, which follow each other, and answers the first. */
export function* reserveRecordNumbers(
  dialect: SqlDialect,
  store: NumberedStore,
  count: number,
): Program<number> {
  const { values } = reservation(dialect, store, count);
  const rows = yield { text: recordsText(dialect), values };
  return numberCell(onlyRow(rows)[0]) - count + 1;
}
