import { expect, test } from 'vitest';
import type { SqlDialect } from './dialect.ts';
import { sql, text } from './sql.ts';
import { elementOf, keptStatement, keptStatements, runSteps, type Steps, statement } from './statement.ts';

test('steps receive the rows of each statement and return their result', () => {
  function* steps(): Steps<number> {
    const [first] = yield { text: 'one', values: [] };
    const [second] = yield { text: 'two', values: [1] };
    return Number(first?.[0]) + Number(second?.[0]);
  }
  const seen: string[] = [];
  const result = runSteps(steps(), ({ text }) => {
    seen.push(text);
    return [[text === 'one' ? 1 : 2]];
  });
  expect([result, seen]).toEqual([3, ['one', 'two']]);
});

test('an error of the driver ends the steps', () => {
  let went = false;
  function* steps(): Steps<null> {
    yield { text: 'one', values: [] };
    went = true;
    return null;
  }
  expect(() =>
    runSteps(steps(), () => {
      throw new Error('no disk');
    }),
  ).toThrow('no disk');
  expect(went).toBe(false);
});

const dialect = { placeholder: (position: number) => `$${position}` } as unknown as SqlDialect;

test('a kept statement binds values by name, also more than once and by element', () => {
  const kept = keptStatement<{ id: string; values: readonly number[] }>(
    (_, { id, values }) =>
      sql`UPDATE t SET a = ${elementOf(values, 1)}, b = ${elementOf(values, 0)} WHERE ${id} = ${id}`,
  );
  expect(kept(dialect, { id: 'x', values: [1, 2] })).toEqual({
    text: 'UPDATE t SET a = $1, b = $2 WHERE $3 = $4',
    values: [2, 1, 'x', 'x'],
  });
});

test('a kept statement refuses a value that would stay the same for every call', () => {
  const kept = keptStatement<{ id: string }>(() => sql`SELECT ${'of the first call'}`);
  expect(() => kept(dialect, { id: 'x' })).toThrow('binds by name');
});

test('a statement for one call refuses a name without a value', () => {
  let named = sql`1`;
  keptStatement<{ id: string }>((_, { id }) => {
    named = id;
    return sql`SELECT ${id}`;
  })(dialect, { id: 'x' });
  expect(() => statement(dialect, named)).toThrow('no value is bound to id');
});

test('the elements of one list in their order are bound as the list', () => {
  const kept = keptStatement<{ cells: readonly number[] }>(
    (_, { cells }) => sql`VALUES (${elementOf(cells, 0)}, ${elementOf(cells, 1)})`,
  );
  const cells = [7, 8];
  expect(kept(dialect, { cells })).toEqual({ text: 'VALUES ($1, $2)', values: [7, 8] });
  expect(kept(dialect, { cells }).values).toBe(cells);
  const turned = keptStatement<{ cells: readonly number[] }>(
    (_, { cells: given }) => sql`VALUES (${elementOf(given, 1)}, ${elementOf(given, 0)})`,
  );
  expect(turned(dialect, { cells }).values).toEqual([8, 7]);
});

test('text is built once for a variant and a dialect, and the number of kept texts is bounded', () => {
  let built = 0;
  const kept = keptStatements<string, object>({
    key: (variant) => variant,
    build: (_dialect, _named, variant) => {
      built++;
      return sql`SELECT ${text(variant)}`;
    },
  });
  expect([kept(dialect, 'a', {}).text, kept(dialect, 'a', {}).text, built]).toEqual([
    'SELECT a',
    'SELECT a',
    1,
  ]);
  for (let i = 0; i < 600; i++) kept(dialect, `key${i}`, {});
  expect(built).toBe(601);
  kept(dialect, 'key599', {});
  expect(built).toBe(601);
  kept(dialect, 'a', {});
  expect(built).toBe(602);
});
