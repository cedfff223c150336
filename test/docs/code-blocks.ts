import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface CodeBlock {
  /** The text after the opening fence; empty for drawings and printed output. */
  readonly language: string;
  readonly text: string;
}

/** Returns the fenced blocks of a document, in order. @param document its path from the project's root. */
export function codeBlocks(document: string): CodeBlock[] {
  const text = readFileSync(`${ROOT}/${document}`, 'utf8');
  return [...text.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)].map(([, language = '', body = '']) => ({
    language,
    text: body,
  }));
}

/**
 * Returns the blocks in one language. @throws Error if their number differs from `count`, for which the caller has
 * tests.
 */
export function blocksIn(document: string, language: string, count: number): string[] {
  const found = codeBlocks(document).filter((block) => block.language === language);
  if (found.length !== count) {
    throw new Error(`${document} has ${found.length} blocks of ${language}, but ${count} are tested.`);
  }
  return found.map(({ text }) => text);
}
