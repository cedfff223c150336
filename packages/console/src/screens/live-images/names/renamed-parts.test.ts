import type { LiveDesign, LiveDesignChanges } from '@vitrine/client';
import { expect, test } from 'vitest';
import { createDesignHistory } from '../../../components/designer/draft/history.ts';
import { partsToRename, withPartRenamed } from './renamed-parts.ts';

const EMPTY = { variables: {}, sources: {}, layers: {}, rules: {} } as unknown as LiveDesign;
const changes = (of: object) => of as LiveDesignChanges;

test('an added part whose name others have given gets the next free name, in a group of names that is shared', () => {
  const now = { ...EMPTY, layers: { Text: {} }, sources: { sku: {} } } as unknown as LiveDesign;
  const added = changes({ layers: { Text: { x: 1 }, Other: {} }, variables: { sku: {}, sku_2: {} } });
  expect(partsToRename(added, EMPTY, now, () => false)).toEqual([
    { group: 'variables', from: 'sku', to: 'sku_3' },
    { group: 'layers', from: 'Text', to: 'Text 2' },
  ]);
  expect(partsToRename(added, EMPTY, now, () => true)).toEqual([]);
  // A change of a part that was there before is none that adds one.
  expect(partsToRename(added, now, now, () => false)).toEqual([
    { group: 'variables', from: 'sku', to: 'sku_3' },
  ]);
});

test('a renamed part is renamed where it is used: a layer in rules, a variable in texts and conditions', () => {
  const layer = changes({ layers: { Text: { x: 1 } }, rules: { Rule: { layers: { Text: false } } } });
  expect(withPartRenamed(layer, { group: 'layers', from: 'Text', to: 'Text 2' })).toEqual({
    layers: { 'Text 2': { x: 1 } },
    rules: { Rule: { layers: { 'Text 2': false } } },
  });
  const variable = changes({
    variables: { sku: { sample: 'a' } },
    sources: { p: { filters: [{ field: 'sku', op: 'eq', value: '{{ sku }}' }] } },
    rules: { Rule: { when: [{ field: 'sku', op: 'empty' }] } },
  });
  expect(withPartRenamed(variable, { group: 'variables', from: 'sku', to: 'sku_2' })).toEqual({
    variables: { sku_2: { sample: 'a' } },
    // The field of a filter is a property.
    sources: { p: { filters: [{ field: 'sku', op: 'eq', value: '{{ sku_2 }}' }] } },
    rules: { Rule: { when: [{ field: 'sku_2', op: 'empty' }] } },
  });
});

test('undo and redo find a part that was renamed, and the one that has its former name', () => {
  const history = createDesignHistory<LiveDesign, LiveDesignChanges>();
  history.record(EMPTY, changes({ layers: { Text: { x: 1 } } }));
  history.rewrite((one) => withPartRenamed(one, { group: 'layers', from: 'Text', to: 'Text 2' }));
  const now = { ...EMPTY, layers: { Text: { x: 7 }, 'Text 2': { x: 1 } } } as unknown as LiveDesign;
  history.record(now, changes({ layers: { Text: { x: 8 } } }), Symbol('a drag'));
  history.record(now, changes({ layers: { 'Text 2': { x: 2 } } }), Symbol('another drag'));
  expect(history.undo()?.act).toEqual({ layers: { 'Text 2': { x: 1 } } });
  expect(history.undo()?.act).toEqual({ layers: { Text: { x: 7 } } });
  expect(history.undo()?.act).toEqual({ layers: { 'Text 2': null } });
  expect(history.redo()?.act).toEqual({ layers: { 'Text 2': { x: 1 } } });
  expect(history.redo()?.act).toEqual({ layers: { Text: { x: 8 } } });
});
