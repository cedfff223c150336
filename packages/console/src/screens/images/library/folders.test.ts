import type { ImageSummary } from '@vitrine/client';
import { expect, test } from 'vitest';
import { foldersOf, imagesIn } from './folders.ts';

const images = ['b10', null, 'b2', 'A', 'b10', null].map((folder, id) => ({ id, folder })) as ImageSummary[];

test('counts the images of each folder, the root folder first, numbers by their value', () => {
  expect(foldersOf(images)).toEqual([
    { name: '', count: 2 },
    { name: 'A', count: 1 },
    { name: 'b2', count: 1 },
    { name: 'b10', count: 2 },
  ]);
  expect(foldersOf([])).toEqual([{ name: '', count: 0 }]);
});

test('tells folders apart whose names differ in upper and lower case only', () => {
  const folders = [{ folder: 'spring' }, { folder: 'Spring' }] as ImageSummary[];
  expect(foldersOf(folders).map(({ name }) => name)).toEqual(['', 'Spring', 'spring']);
});

test('returns the images of one folder, of the root folder, or of all', () => {
  expect(imagesIn(images, 'b10').map(({ id }) => id)).toEqual([0, 4]);
  expect(imagesIn(images, '').map(({ id }) => id)).toEqual([1, 5]);
  expect(imagesIn(images, null)).toHaveLength(6);
});
