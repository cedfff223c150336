import type { LiveDesign } from '@vitrine/client';
import { expect, test } from 'vitest';
import {
  duplicateLayer,
  isHidden,
  layersFromTop,
  moveLayer,
  removeLayer,
  renameLayer,
  toggledShow,
} from './layer-order.ts';

const LAYERS = {
  back: { type: 'shape', order: 1, x: 0, y: 0 },
  'a title': { type: 'text', order: 5, x: 10, y: 10 },
  badge: { type: 'shape', order: 5, x: 0, y: 0 },
} as unknown as LiveDesign['layers'];
const DESIGN = {
  layers: LAYERS,
  rules: { 'sold out': { layers: { badge: false, 'a title': { text: 'Gone' } } }, other: { layers: {} } },
} as unknown as LiveDesign;

test('lists layers from the top: a higher order first, equal ones by name', () => {
  expect(layersFromTop(LAYERS)).toEqual(['badge', 'a title', 'back']);
});

test('moves a layer in the list, with orders of their own for all', () => {
  expect(moveLayer(LAYERS, 'back', 0)).toEqual({
    layers: { back: { order: 3 }, badge: { order: 2 }, 'a title': { order: 1 } },
  });
  expect(moveLayer(LAYERS, 'badge', 1)).toEqual({ layers: { 'a title': { order: 3 }, badge: { order: 2 } } });
  expect([moveLayer(LAYERS, 'badge', 0), moveLayer(LAYERS, 'back', 9)]).toEqual([null, null]);
});

test('renames and removes a layer together with what rules change of it', () => {
  expect(renameLayer(DESIGN, 'badge', 'ribbon')).toEqual({
    layers: { badge: null, ribbon: LAYERS.badge },
    rules: { 'sold out': { layers: { badge: null, ribbon: false } } },
  });
  expect([renameLayer(DESIGN, 'badge', 'back'), renameLayer(DESIGN, 'badge', ' ')]).toEqual([null, null]);
  expect(removeLayer(DESIGN, 'a title')).toEqual({
    layers: { 'a title': null },
    rules: { 'sold out': { layers: { 'a title': null } } },
  });
  expect(removeLayer(DESIGN, 'back')).toEqual({ layers: { back: null } });
});

test('a copy lies above all layers, beside the original, under a free name', () => {
  expect(duplicateLayer(LAYERS, 'a title', LAYERS)).toEqual({
    changes: { layers: { 'a title 2': { type: 'text', order: 6, x: 26, y: 26 } } },
    name: 'a title 2',
  });
});

test('a hidden layer keeps its condition', () => {
  expect([toggledShow({ show: null }), toggledShow({ show: '' })]).toEqual(['', null]);
  const hidden = toggledShow({ show: '{{ product.stock }}' });
  expect([isHidden({ show: hidden }), isHidden({ show: '{{ product.stock }}' })]).toEqual([true, false]);
  expect(toggledShow({ show: hidden })).toBe('{{ product.stock }}');
});
