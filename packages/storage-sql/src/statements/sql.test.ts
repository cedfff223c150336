import { describe, expect, test } from 'vitest';
import { concat, ident, join, NOTHING, render, type Sql, sql } from './sql.ts';

const numbered = (position: number) => `$${position}`;

describe('sql', () => {
  test('binds what is interpolated, in order, and takes fragments in as text', () => {
    const condition = sql`id = ${'a'} AND seq < ${3}`;
    const fragment = sql`SELECT ${ident('id')} FROM records WHERE store_id = ${'s'} AND (${condition}) LIMIT ${10}`;
    expect(render(fragment, numbered)).toEqual({
      text: 'SELECT id FROM records WHERE store_id = $1 AND (id = $2 AND seq < $3) LIMIT $4',
      values: ['s', 'a', 3, 10],
    });
    expect(render(fragment, () => '?').text).toBe(
      'SELECT id FROM records WHERE store_id = ? AND (id = ? AND seq < ?) LIMIT ?',
    );
  });

  test('joins values and fragments', () => {
    expect(render(join(['a', null, 2], ', '), numbered)).toEqual({
      text: '$1, $2, $3',
      values: ['a', null, 2],
    });
    expect(render(join([sql`x = ${1}`, sql`y IS NULL`], ' AND '), numbered)).toEqual({
      text: 'x = $1 AND y IS NULL',
      values: [1],
    });
    expect(render(concat([sql`, x = ${1}`, sql`, y = 2`]), numbered)).toEqual({
      text: ', x = $1, y = 2',
      values: [1],
    });
  });

  test('refuses a list of nothing, which no SQL takes, where an empty concatenation is fine', () => {
    expect(() => join([], ', ')).toThrow('SQL has no empty list');
    expect(render(concat([]), numbered)).toEqual({ text: '', values: [] });
  });

  test('takes no text but its own: what looks like SQL in a value is bound', () => {
    const hostile = "'; DROP TABLE records; --";
    const { text, values } = render(sql`SELECT ${hostile}`, numbered);
    expect(text).toBe('SELECT $1');
    expect(values).toEqual([hostile]);
  });
});

describe('a template of several lines', () => {
  const textOf = (fragment: Sql) => render(fragment, numbered).text;

  test('loses its common indentation, and fragments are indented like their line', () => {
    const inner = sql`
      SELECT id
      FROM stores`;
    const statement = sql`
      WITH store AS (
        ${inner}
      )
      SELECT count(*)
      FROM store
      WHERE id = ${'a'}`;
    expect(textOf(statement)).toBe(
      'WITH store AS (\n  SELECT id\n  FROM stores\n)\nSELECT count(*)\nFROM store\nWHERE id = $1',
    );
  });

  test('leaves out a line that holds only an empty fragment', () => {
    const statement = (condition: Sql) => sql`
      SELECT id
      FROM stores
      WHERE id = ${'a'}
        ${condition}
      LIMIT 1`;
    expect(textOf(statement(NOTHING))).toBe('SELECT id\nFROM stores\nWHERE id = $1\nLIMIT 1');
    expect(textOf(statement(sql`AND seq < ${3}`))).toBe(
      'SELECT id\nFROM stores\nWHERE id = $1\n  AND seq < $2\nLIMIT 1',
    );
  });

  test('may begin or end with an empty fragment', () => {
    const statement = sql`
      ${NOTHING}
      SELECT 1
      ${NOTHING}`;
    expect(textOf(statement)).toBe('SELECT 1');
  });

  test('keeps an empty fragment inside a line', () => {
    expect(textOf(sql`SELECT 1${NOTHING}, 2`)).toBe('SELECT 1, 2');
  });
});

describe('names in SQL', () => {
  test('are those of the layout', () => {
    for (const name of ['record_ttl', 'created_at', 't0', 'n23', 'f9']) {
      expect(render(ident(name), numbered).text).toBe(name);
    }
  });

  test.each(['t24', 't00', 'price', 'id; --', 'T0', '', '__proto__', "t0'"])(
    'refuse %j as a name',
    (name) => {
      expect(() => ident(name)).toThrow('not a name of the layout');
    },
  );
});
