import { expect, test } from 'vitest';
import type { SqlDialect } from './dialect.ts';
import { sql } from './sql.ts';
import { runSteps, type Steps, statementText } from './statement.ts';

test('a program receives the rows of each statement and answers its result', () => {
  function* program(): Steps<number> {
    const [first] = yield { text: 'one', values: [] };
    const [second] = yield { text: 'two', values: [1] };
    return Number(first?.[0]) + Number(second?.[0]);
  }
  const seen: string[] = [];
  const result = runSteps(program(), ({ text }) => {
    seen.push(text);
    return [[text === 'one' ? 1 : 2]];
  });
  expect([result, seen]).toEqual([3, ['one', 'two']]);
});

test('an error of the driver ends the program', () => {
  let went = false;
  function* program(): Steps<null> {
    yield { text: 'one', values: [] };
    went = true;
    return null;
  }
  expect(() =>
    runSteps(program(), () => {
      throw new Error('no disk');
    }),
  ).toThrow('no disk');
  expect(went).toBe(false);
});

test('text is built once for a key and a dialect, and the number of kept texts is bounded', () => {
  const dialect = { placeholder: () => '?' } as unknown as SqlDialect;
  let built = 0;
  const text = statementText((_, key) => {
    built++;
    return sql`SELECT ${sql([key])}`;
  });
  expect([text(dialect, 'a'), text(dialect, 'a'), built]).toEqual(['SELECT a', 'SELECT a', 1]);
  for (let i = 0; i < 600; i++) text(dialect, `key${i}`);
  expect(built).toBe(601);
  text(dialect, 'key599');
  expect(built).toBe(601);
  text(dialect, 'a');
  expect(built).toBe(602);
});
