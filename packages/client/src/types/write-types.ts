import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { TypesError } from './types-error.ts';
import { type DescribedStore, typesOfStores } from './types-of-stores.ts';

export interface TypesTarget {
  /** The file. Omitted: standard output. */
  readonly out?: string | undefined;
  /** Writes nothing, and throws if the file is not current. */
  readonly check?: boolean | undefined;
}

/**
 * Writes the types of stores to a file, or checks that the file has them. Returns what is to be printed: a line, or the
 * types themselves without a file.
 *
 * @param readStores is called once it is certain that something can be done with the stores.
 * @param command how the types are written again, in the message of a check: `vitrine types`.
 * @throws TypesError with the first difference, or the error of the system for the file.
 */
export async function writeTypes(
  readStores: () => Promise<readonly DescribedStore[]>,
  { out, check }: TypesTarget,
  command: string,
): Promise<string> {
  if (check && out === undefined) throw new TypesError(64, '--check needs the file: give --out.');
  const stores = await readStores();
  const text = typesOfStores(stores);
  if (out === undefined) return text;
  if (check) {
    const difference = differenceOf(existsSync(out) ? readFileSync(out, 'utf8') : null, text);
    if (difference === null) return `${out} is current.\n`;
    throw new TypesError(1, `${out} ${difference}. Run \`${command} --out ${out}\` again.`);
  }
  // Not a private file: it is source code of a project, has no values and keys, and keeps its permissions and links.
  writeFileSync(out, text);
  return `${out}: the types of ${stores.length} store${stores.length === 1 ? '' : 's'}.\n`;
}

/** Describes the first line that differs. Null: none does. @param found null if there is no file. */
function differenceOf(found: string | null, current: string): string | null {
  if (found === current) return null;
  if (found === null) return 'does not exist';
  const [foundLines, currentLines] = [found.split('\n'), current.split('\n')];
  let index = 0;
  while (foundLines[index] === currentLines[index]) index++;
  const describe = (line: string | undefined) => (line === undefined ? 'missing' : `\`${line.trim()}\``);
  return `is not current: line ${index + 1} is ${describe(foundLines[index])}, and should be ${describe(currentLines[index])}`;
}
