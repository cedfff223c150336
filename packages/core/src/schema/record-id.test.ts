import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PropertyRow, PropertyType } from '../ground/rows.ts';
import { deriveRecordId } from './record-id.ts';

function unique(name: string, type: PropertyType = 'string'): PropertyRow {
  return { name, type, required: true, unique: true, description: null, slot: 't0' };
}

function derive(values: Record<string, string | number>, types: Record<string, PropertyType> = {}) {
  const properties = Object.keys(values).map((name) => unique(name, types[name]));
  return deriveRecordId(properties, ({ name }) => values[name] ?? '');
}

describe('a single unique value', () => {
  test('is the id byte for byte', () => {
    for (const text of [' a/b?c#d%2F+é😀 ', 'export', '...', '__proto__']) {
      expect(derive({ sku: text })).toEqual({ ok: true, id: text });
    }
  });

  test('is the id as canonical text if it is not a string', () => {
    expect(derive({ n: 1.5 }, { n: 'number' })).toEqual({ ok: true, id: '1.5' });
    expect(derive({ b: 0 }, { b: 'boolean' })).toEqual({ ok: true, id: 'false' });
    expect(derive({ d: 0 }, { d: 'datetime' })).toEqual({ ok: true, id: '1970-01-01T00:00:00.000Z' });
  });

  test('is rejected if it is empty, a dot segment, or longer than 512 bytes', () => {
    for (const text of ['', '.', '..', 'x'.repeat(513), 'é'.repeat(257)]) {
      expect(derive({ sku: text })).toMatchObject({ ok: false, issues: [{ path: 'sku' }] });
    }
    expect(derive({ sku: 'é'.repeat(256) })).toMatchObject({ ok: true });
  });
});

describe('several unique values', () => {
  test('are hashed as JSON pairs sorted by name, regardless of the order of properties', () => {
    const json = '[["a","1"],["b","x"]]';
    const id = `k_${createHash('sha256').update(json).digest('base64url')}`;
    expect(derive({ b: 'x', a: '1' })).toEqual({ ok: true, id });
    expect(derive({ a: '1', b: 'x' })).toEqual({ ok: true, id });
  });

  test('may be dot segments or long, but not empty', () => {
    expect(derive({ a: '.', b: 'x'.repeat(60_000) })).toMatchObject({ ok: true });
    expect(derive({ a: '', b: '' })).toMatchObject({ ok: false, issues: [{ path: 'a' }, { path: 'b' }] });
  });

  test('give different ids even if their concatenations are equal', () => {
    const text = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(text, text, text, text, (a, b, c, d) => {
        const first = derive({ x: a, y: b });
        const second = derive({ x: c, y: d });
        expect(JSON.stringify(first) === JSON.stringify(second)).toBe(a === c && b === d);
      }),
    );
  });
});
