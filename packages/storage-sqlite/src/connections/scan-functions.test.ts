import { UnavailableError } from '@vitrine/core/adapter';
import { expect, onTestFinished, test } from 'vitest';
import { type Connection, fixed, openConnection } from './connection.ts';

/** A database with this many numbers in a table that is keyed by them, and a clock that ends statements. */
function arrange(count: number) {
  let looks = 0;
  let looksLeft = Number.POSITIVE_INFINITY;
  const connection: Connection = openConnection({
    path: ':memory:',
    role: 'write',
    requireTime() {
      looks++;
      if (looks > looksLeft) throw new UnavailableError('no time left');
    },
  });
  onTestFinished(() => connection.close());
  connection.execute(fixed('CREATE TABLE numbers (seq INTEGER PRIMARY KEY, t TEXT) STRICT'));
  connection.execute(
    fixed(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) INSERT INTO numbers SELECT i, 'Some text ' || i FROM n`,
    ),
  );
  return {
    connection,
    looks: () => looks,
    allow(more: number) {
      looksLeft = looks + more;
    },
  };
}

const WALK =
  'FROM scan_parts((SELECT min(seq) FROM numbers), (SELECT max(seq) FROM numbers)) CROSS JOIN numbers NOT INDEXED WHERE seq >= part_from AND seq <= part_to';

test('a walk in parts visits each number once, the highest first, and checks its deadline between parts', () => {
  const { connection, looks } = arrange(10_000);
  const rows = connection.execute(fixed(`SELECT seq ${WALK}`)).map(([seq]) => seq);
  expect(rows).toEqual(Array.from({ length: 10_000 }, (_, i) => 10_000 - i));
  expect(looks()).toBeGreaterThan(4);
});

test('a walk over an empty range has no parts', () => {
  const { connection } = arrange(1);
  connection.execute(fixed('DELETE FROM numbers'));
  expect(connection.execute(fixed(`SELECT count(*) ${WALK}`))).toEqual([[0]]);
});

test('an error of the check ends a statement that counts, sorts or stops at a limit', () => {
  const { connection, allow } = arrange(50_000);
  for (const statement of [
    `SELECT count(*) ${WALK}`,
    `SELECT seq ${WALK} ORDER BY t LIMIT 3`,
    `SELECT seq ${WALK} AND t = 'x' LIMIT 3`,
    "SELECT seq FROM numbers WHERE in_time() AND t = 'x'",
    `SELECT count(*) FROM numbers WHERE text_tests(t, '{"combine":"any","tests":[{"op":"contains","value":"x9"}]}')`,
  ]) {
    allow(3);
    expect(() => connection.execute(fixed(statement)), statement).toThrow(
      new UnavailableError('no time left'),
    );
    allow(Number.POSITIVE_INFINITY);
    expect(connection.execute(fixed('SELECT count(*) FROM numbers'))).toEqual([[50_000]]);
  }
});

test('tests of one text are combined, and an unset text passes none of them', () => {
  const { connection } = arrange(3);
  const passes = (text: string | null, combine: 'all' | 'any', ...tests: [string, string][]) => {
    const json = JSON.stringify({ combine, tests: tests.map(([op, value]) => ({ op, value })) });
    return connection.execute({ text: 'SELECT text_tests(?, ?)', values: [text, json] })[0]?.[0];
  };
  expect(passes('some text', 'all', ['startsWith', 'some'], ['endsWith', 'text'])).toBe(1);
  expect(passes('some text', 'all', ['startsWith', 'some'], ['contains', 'x y'])).toBe(0);
  expect(passes('some text', 'any', ['startsWith', 'text'], ['contains', 'e t'])).toBe(1);
  expect(passes('\u{1F600}é', 'any', ['endsWith', 'é'], ['contains', 'x'])).toBe(1);
  expect(passes(null, 'any', ['contains', 'x'], ['contains', 'y'])).toBe(null);
});
