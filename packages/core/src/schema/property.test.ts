import { describe, expect, test } from 'vitest';
import type { PropertyRow, Slot } from '../ground/rows.ts';
import { addProperties, removeProperty, updateProperty } from './property.ts';

type Input = Parameters<typeof addProperties>[1][number];

const pathOf = (index: number, member: string) => `properties[${index}].${member}`;

function add(inputs: Input[], existing: PropertyRow[] = [], freed: Slot[] = []) {
  return addProperties(existing, inputs, freed, pathOf);
}

function added(inputs: Input[], existing: PropertyRow[] = [], freed: Slot[] = []): PropertyRow[] {
  const checked = add(inputs, existing, freed);
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  return checked.value;
}

function pathsOf(checked: ReturnType<typeof add> | ReturnType<typeof updateProperty>): string[] {
  return checked.ok ? [] : checked.issues.map((issue) => issue.path);
}

describe('adding properties', () => {
  test('assigns each a slot of its kind that no other property uses or has used', () => {
    const first = added([
      { name: 'a', type: 'string' },
      { name: 'b', type: 'number' },
      { name: 'c', type: 'url_link' },
      { name: 'd', type: 'datetime' },
      { name: 'e', type: 'boolean' },
    ]);
    expect(first.map((property) => property.slot)).toEqual(['t0', 'n0', 't1', 'n1', 'n2']);
    const left = first.filter((property) => property.name !== 'a');
    expect(added([{ name: 'a', type: 'string' }], left, ['t0']).at(-1)?.slot).toBe('t2');
    expect(added([{ name: 'a', type: 'string' }], left).at(-1)?.slot).toBe('t0');
  });

  test('makes unique properties required', () => {
    expect(added([{ name: 'a', type: 'string', unique: true }])[0]).toMatchObject({
      unique: true,
      required: true,
    });
    expect(pathsOf(add([{ name: 'a', type: 'string', unique: true, required: false }]))).toEqual([
      'properties[0].required',
    ]);
  });

  test('rejects names that differ only in case, including Σ, σ and ς', () => {
    expect(
      pathsOf(
        add([
          { name: 'Ö', type: 'string' },
          { name: 'ö', type: 'string' },
        ]),
      ),
    ).toEqual(['properties[1].name']);
    expect(
      pathsOf(
        add([
          { name: 'ΟΔΟΣ', type: 'string' },
          { name: 'οδος', type: 'string' },
        ]),
      ),
    ).toEqual(['properties[1].name']);
  });

  test.each([
    'id',
    'ID',
    'date_created',
    'Date_Updated',
    '__proto__',
    '__PROTO__',
    'constructor',
    'prototype',
    '.',
    '..',
  ])('rejects the reserved name %s', (name) => {
    expect(pathsOf(add([{ name, type: 'string' }]))).toEqual(['properties[0].name']);
  });

  test('accepts "id" as the only unique property if it is a string', () => {
    expect(pathsOf(add([{ name: 'id', type: 'string', unique: true }]))).toEqual([]);
    expect(pathsOf(add([{ name: 'ID', type: 'string', unique: true }]))).toEqual(['properties[0].name']);
    expect(pathsOf(add([{ name: 'id', type: 'number', unique: true }]))).toEqual(['properties[0].name']);
    const withId = added([{ name: 'id', type: 'string', unique: true }]);
    expect(pathsOf(add([{ name: 'sku', type: 'string', unique: true }], withId))).toEqual([
      'properties[0].unique',
    ]);
    expect(pathsOf(add([{ name: 'note', type: 'string' }], withId))).toEqual([]);
  });

  test('rejects more than 100 properties', () => {
    const inputs = Array.from({ length: 101 }, (_, i): Input => ({ name: `p${i}`, type: 'string' }));
    expect(pathsOf(add(inputs))).toEqual(['']);
    expect(added(inputs.slice(1))).toHaveLength(100);
  });
});

describe('changing a property', () => {
  const [property] = added([{ name: 'a', type: 'number', description: 'text' }]);
  if (property === undefined) throw new Error('no property');

  test('changes required and description; null clears the description', () => {
    expect(updateProperty(property, { required: true, description: null })).toEqual({
      ok: true,
      value: { ...property, required: true, description: null },
    });
    expect(updateProperty(property, {})).toEqual({ ok: true, value: property });
  });

  test('accepts name, type and unique only if they are equal', () => {
    expect(pathsOf(updateProperty(property, { name: 'a', type: 'number', unique: false }))).toEqual([]);
    expect(pathsOf(updateProperty(property, { name: 'b', type: 'string', unique: true }))).toEqual([
      'name',
      'type',
      'unique',
    ]);
  });

  test('rejects making a unique property optional', () => {
    const [key] = added([{ name: 'a', type: 'number', unique: true }]);
    expect(key && pathsOf(updateProperty(key, { required: false }))).toEqual(['required']);
  });
});

describe('removing a property', () => {
  test('is rejected for a unique property and for the last one', () => {
    const [key, other] = added([
      { name: 'a', type: 'number', unique: true },
      { name: 'b', type: 'string' },
    ]);
    if (key === undefined || other === undefined) throw new Error('no properties');
    expect(removeProperty([key, other], key)).toMatchObject({
      ok: false,
      issues: [{ message: expect.stringContaining('orphaned') }],
    });
    expect(removeProperty([other], other)).toMatchObject({
      ok: false,
      issues: [{ message: expect.stringContaining('last') }],
    });
    expect(removeProperty([key, other], other)).toEqual({ ok: true, value: [key] });
  });
});
