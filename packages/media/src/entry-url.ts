/**
 * Returns the URL of a file of this package that runs as a process or a thread of its own: the source if this file runs
 * from source, otherwise the build.
 *
 * @param file in the folder of this file, without extension.
 */
export function entryUrl(file: string): URL {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new URL(`./${file}.${extension}`, import.meta.url);
}
