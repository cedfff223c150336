import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';

const FOLDER = join(import.meta.dirname, '../../packages/console/src/texts/en');

/** Words that a person met for a thing that has another one. */
const OTHER_WORDS: readonly (readonly [other: RegExp, word: string])[] = [
  [/^(?:no value|not set|unset|null|–)$/i, 'empty'],
  [/^unique$|\bunique property\b/i, 'Key'],
  [/^interface$/i, 'API'],
  [/\bto settle\b/i, 'To check'],
  [/^(?:the )?(?:least|greatest)$/i, 'Min, Max'],
  [/^holds$/i, 'Means'],
];

/** Returns the texts in a constant, those of functions with a mark in place of what they are given. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return textsIn(resultOf(value as (...given: unknown[]) => unknown));
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function resultOf(text: (...given: unknown[]) => unknown): unknown {
  try {
    return text(...Array.from({ length: text.length }, () => '§'));
  } catch {
    // It takes a list.
    return text(...Array.from({ length: text.length }, () => ['§']));
  }
}

test('one thing has one word', verifies('console.F35'), async () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const texts = (await Promise.all(files.map((name) => import(join(FOLDER, name))))).flatMap(textsIn);
  expect(texts.length).toBeGreaterThan(1_000);
  for (const [other, word] of OTHER_WORDS) {
    expect(
      texts.filter((text) => other.test(text)),
      `The word is: ${word}`,
    ).toEqual([]);
    for (const one of word.split(', ')) {
      expect(
        texts.some((text) => text.toLowerCase().startsWith(one.toLowerCase())),
        one,
      ).toBe(true);
    }
  }
});
