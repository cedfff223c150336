import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface CodeBlock {
  /** What stands behind the opening fence; empty for drawings and printed output. */
  readonly language: string;
  readonly text: string;
}

/** The fenced blocks of a document, in order. @param document its path from the project's root. */
export function codeBlocks(document: string): CodeBlock[] {
  const text = readFileSync(`${ROOT}/${document}`, 'utf8');
  return [...text.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)].map(([, language = '', body = '']) => ({
    language,
    text: body,
  }));
}

/** The blocks in one language; throws when there are not as many as the caller has tests for. */
export function blocksIn(document: string, language: string, count: number): string[] {
  const found = codeBlocks(document).filter((block) => block.language === language);
  if (found.length !== count) {
    throw new Error(`${document} has ${found.length} blocks of ${language}, and tests for ${count}.`);
  }
  return found.map(({ text }) => text);
}
