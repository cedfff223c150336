import { expect, test } from 'vitest';
import { nameOfFile } from './images.ts';

test.each([
  ['banner.png', 'banner'],
  ['summer sale.final.JPEG', 'summer sale.final'],
  ['no extension', 'no extension'],
  ['Sale 1.5 off', 'Sale 1.5 off'],
  ['.png', '.png'],
  ['C:\\fakepath\\logo.gif', 'logo'],
  ['../../etc/logo.gif', 'logo'],
  ['фото.webp', 'фото'],
  ['', 'Untitled'],
  ['   .png', 'Untitled'],
  [null, 'Untitled'],
  ['a\0b.png', 'ab'],
  [`${'😀'.repeat(300)}.png`, '😀'.repeat(200)],
])('%j gives the name %j', (file, name) => {
  expect(nameOfFile(file)).toBe(name);
});
