import { expect, test } from 'vitest';
import { layerBelow, layersAt, pressedLayer, type Stack } from './layer-picking.ts';

const STACK: Stack = new Map([
  ['Dot', { x: 40, y: 40, width: 8, height: 8 }],
  ['Card', { x: 20, y: 20, width: 60, height: 60 }],
  ['Line', { x: 30, y: 50, width: 40, height: 2 }],
  ['Ground', { x: 0, y: 0, width: 100, height: 100 }],
]);
const at = (x: number, y: number, least = 0) => layersAt(STACK, { x, y }, least);

test('finds the layers at a place, the small ones beside it, too', () => {
  expect([...at(44, 44).keys()]).toEqual(['Dot', 'Card', 'Ground']);
  expect([...at(35, 51).keys()]).toEqual(['Card', 'Line', 'Ground']);
  expect([...at(35, 55).keys()]).toEqual(['Card', 'Ground']);
  expect([...at(35, 55, 24).keys()]).toEqual(['Dot', 'Card', 'Line', 'Ground']);
  expect([...at(101, 50).keys()]).toEqual([]);
});

test('a press takes the uppermost layer, and the selected one rather than larger ones above it', () => {
  expect(pressedLayer(at(35, 51), null)).toBe('Card');
  expect(pressedLayer(at(35, 51), 'Line')).toBe('Line');
  expect(pressedLayer(at(44, 44), 'Card')).toBe('Dot');
  expect(pressedLayer(at(35, 51), 'Ground')).toBe('Card');
  expect(pressedLayer(at(5, 5), 'Card')).toBe('Ground');
  expect(pressedLayer(at(101, 50), 'Card')).toBeNull();
});

test('leads from the selected layer to the one below it, and from the lowest to the uppermost', () => {
  expect(layerBelow(at(44, 44), 'Dot')).toBe('Card');
  expect(layerBelow(at(44, 44), 'Ground')).toBe('Dot');
  expect(layerBelow(at(44, 44), 'Line')).toBe('Dot');
  expect(layerBelow(at(101, 50), 'Dot')).toBeNull();
});
