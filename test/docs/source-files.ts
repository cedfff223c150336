import { readdirSync } from 'node:fs';
import { ROOT } from './code-blocks.ts';

/** Folders without files of this project. */
const SKIPPED = new Set(['node_modules', 'dist']);

/** Returns the files in a folder and below it. @param folder its path from the project's root, as in the result. */
export function filesIn(folder: string): string[] {
  return readdirSync(`${ROOT}/${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return SKIPPED.has(entry.name) ? [] : filesIn(path);
  });
}
