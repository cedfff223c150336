import { describe, expect, test } from 'vitest';
import { mergeOf } from '../records/writes/merge.ts';
import { overflowKey, readRecord, shapeNamed } from './record-layout.ts';
import {
  foldedShadow,
  mergeOverflow,
  overflowTextBytes,
  valueBytes,
  writtenColumns,
  writtenValues,
} from './record-values.ts';

const names = (shape: string) => writtenColumns(shapeNamed(shape)).map((column) => column.strings.join(''));

describe('record layout', () => {
  test('gives the first 24 slots of a kind a column, and text a shadow', () => {
    expect(names('t0,n0,t23,n23,t24,n24')).toEqual(['t0', 'f0', 'n0', 't23', 'f23', 'n23']);
    expect(shapeNamed('t0,n23').overflows).toBe(false);
    expect(shapeNamed('t24').overflows).toBe(true);
  });

  test.each(['x0', 't', 't-1', 't0;', 'T0', 't12345', 't0,'])('refuses %j as a shape', (name) => {
    expect(() => shapeNamed(name)).toThrow('not a slot');
  });

  test('fills the shadow of a column for text that folding changes', () => {
    const values = ['Plain TEXT', 5, 'ÄB', null, 'öl'];
    expect(writtenValues(shapeNamed('t0,n0,t1,t2,t3'), values)).toEqual([
      ...['Plain TEXT', 'plain text'],
      5,
      ...['ÄB', 'äb'],
      ...[null, null],
      ...['öl', null],
    ]);
  });

  test('fills any other shadow only for text that the engine does not fold completely', () => {
    expect(foldedShadow('Plain TEXT')).toBe(null);
    expect(foldedShadow('tab\tand\nnewline')).toBe(null);
    expect(foldedShadow('\u212A')).toBe('k');
  });

  test('keeps higher slots under their names, with their shadows, and drops unset ones', () => {
    const shape = shapeNamed('t0,t24,n30');
    const stored = mergeOverflow(null, shape, ['not here', 'Ä', 1.5]);
    expect(JSON.parse(stored ?? '')).toEqual({ t24: 'Ä', f24: 'ä', n30: 1.5 });
    const changed = mergeOverflow(stored, shapeNamed('t24'), ['plain']);
    expect(JSON.parse(changed ?? '')).toEqual({ t24: 'plain', n30: 1.5 });
    expect(mergeOverflow(changed, shapeNamed('n30,t24'), [null, null])).toBe(null);
  });

  test('reads values in the order of the shape, from columns and from the overflow', () => {
    const row = ['id', 7, 1, 2, 'zero', 23, '{"t24":"over","n99":0}'];
    expect(readRecord(shapeNamed('t24,t0,n99,n23,n24'), row)).toEqual({
      id: 'id',
      seq: 7,
      createdAt: 1,
      updatedAt: 2,
      values: ['over', 'zero', 0, 23, null],
    });
  });

  test('counts the UTF-8 bytes of text, both of the text that a change names and of the text that it keeps', () => {
    expect(valueBytes(shapeNamed('t0,n0,t1'), ['é', 5, '\u{1F600}'])).toBe(6);
    const merge = mergeOf('t0,n0', 't0,t1,n0,t25');
    expect(merge.kept.name).toBe('t1,t25');
    expect(merge.overflows).toBe(true);
    expect(overflowTextBytes('{"t25":"éé","t26":"not of the store","n25":1}', merge.kept)).toBe(4);
    expect(mergeOf('t0,t1', 't0,t1').overflows).toBe(false);
  });
});

test('a member of the overflow column has the name of its slot, and no other name', () => {
  expect(overflowKey('t24').strings).toEqual(["'t24'"]);
  for (const key of ['price', "t24'", 't', '$.t24', 't12345']) {
    expect(() => overflowKey(key)).toThrow('not a key');
  }
});
