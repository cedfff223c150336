import { numberCell, onlyRow } from './cells.ts';
import type { SequenceName, SqlDialect } from './dialect.ts';
import { BOUND, type Program, statementText } from './program.ts';

const textByName: Record<SequenceName, ReturnType<typeof statementText>> = {
  accounts: reservation('accounts'),
  api_keys: reservation('api_keys'),
  stores: reservation('stores'),
  records: reservation('records'),
};

function reservation(name: SequenceName) {
  return statementText((dialect) => dialect.reserve(name, Number(BOUND)));
}

/** Takes `count` insertion numbers and answers the first. Part of the write that uses them. */
export function* reserveNumbers(dialect: SqlDialect, name: SequenceName, count: number): Program<number> {
  const rows = yield { text: textByName[name](dialect), values: [count] };
  return numberCell(onlyRow(rows)[0]) - count + 1;
}
