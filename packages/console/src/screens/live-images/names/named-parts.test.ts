import { expect, test } from 'vitest';
import { freeName } from './named-parts.ts';

test('a name that is taken gets the next free number', () => {
  expect(freeName({ Text: 1 }, 'Badge')).toBe('Badge');
  expect(freeName({ Text: 1, 'Text 2': 1 }, 'Text 2')).toBe('Text 3');
});
