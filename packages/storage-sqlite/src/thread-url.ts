/** Where a thread's program is: the source beside this file when it runs from source, else what was built of it. */
export function threadUrl(name: 'writer-thread' | 'scan-thread'): URL {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new URL(`./${name}.${extension}`, import.meta.url);
}
