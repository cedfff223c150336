import { NAME_MAX } from '../../ground/limits.ts';

const UNNAMED = 'Untitled';

/** Returns the default name of an image: the file name without folders and extension (docs/rules.md#image). */
export function nameOfFile(file: string | null): string {
  const base = (file ?? '').toWellFormed().replaceAll('\0', '').split(/[\\/]/).at(-1) ?? '';
  const name = base.replace(/(.)\.[A-Za-z0-9]{1,5}$/, '$1').trim();
  return name === '' ? UNNAMED : [...name].slice(0, NAME_MAX).join('').trimEnd();
}
