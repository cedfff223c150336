import { expect, test } from 'vitest';
import { allOf, and, anyOf, assignmentList, list } from './clauses.ts';
import { render, type Sql, sql, text } from './sql.ts';

const textOf = (fragment: Sql) => render(fragment, () => '?').text;
const a = sql`a = ${1}`;
const b = sql`b IS NULL`;

test('a list is wrapped before its lines get long', () => {
  expect(textOf(sql`SELECT ${list([text('a'), 5, text('c')])}`)).toBe('SELECT a, ?, c');
  const names = Array.from({ length: 40 }, (_, i) => text(`column_${i}`));
  const lines = textOf(sql`SELECT ${list(names)}`).split('\n');
  expect(lines).toHaveLength(5);
  expect(lines.every((line) => line.length <= 110)).toBe(true);
  expect(lines.slice(1).every((line) => line.startsWith('  column_'))).toBe(true);
});

test('a list of nothing is refused', () => {
  expect(() => list([])).toThrow('SQL has no empty list');
});

test('assignments and conditions have a line each', () => {
  expect(textOf(sql`SET ${assignmentList([a, b])}`)).toBe('SET a = ?,\n    b IS NULL');
  expect(textOf(sql`WHERE ${and([a, b])}`)).toBe('WHERE a = ?\n  AND b IS NULL');
});

test('groups of conditions are in parentheses and indented by their depth', () => {
  expect(textOf(sql`WHERE ${and([anyOf([a, allOf([a, b])]), b])}`)).toBe(
    [
      'WHERE (',
      '    a = ?',
      '    OR (',
      '      a = ?',
      '      AND b IS NULL',
      '    )',
      '  )',
      '  AND b IS NULL',
    ].join('\n'),
  );
});

test('a group of one condition is that condition, and an empty one is decided', () => {
  expect([allOf([a]), anyOf([a]), allOf([]), anyOf([])].map(textOf)).toEqual([
    'a = ?',
    'a = ?',
    '1 = 1',
    '1 = 0',
  ]);
});
