import { readFileSync } from 'node:fs';
import { ROOT } from './code-blocks.ts';

/**
 * Returns the anchors of a document's headings as GitHub builds them. @param document its path from the project's root.
 */
export function headingAnchors(document: string): ReadonlySet<string> {
  const text = readFileSync(`${ROOT}/${document}`, 'utf8').replace(/^ *```[\s\S]*?^ *```$/gm, '');
  return new Set([...text.matchAll(/^#+ +(.+?) *$/gm)].map(([, heading = '']) => anchor(heading)));
}

function anchor(heading: string): string {
  const plain = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '');
  return plain.replace(/\s/g, '-');
}
