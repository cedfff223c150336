import { basename } from 'node:path';
import type { Metafile } from 'esbuild';

type Outputs = Metafile['outputs'];

/** The screens that must import a file for it to be fetched at the start, if they are not of one folder. */
const SHARED_BY = 3;

/**
 * Returns the names of the files that the browser fetches together with the first script: what that script imports, and
 * what several screens share. A browser would learn of the latter only when it has the code of a screen.
 */
export function preloadsOf(outputs: Outputs, script: string): string[] {
  const first = staticImports(outputs, script);
  const screens = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint?.endsWith('-screen.tsx'));
  const uses = new Map<string, string[]>();
  for (const [path, { entryPoint = '' }] of screens) {
    for (const name of staticImports(outputs, basename(path))) {
      uses.set(name, [...(uses.get(name) ?? []), folderOf(entryPoint)]);
    }
  }
  const shared = [...uses].filter(
    ([name, folders]) => folders.length >= SHARED_BY && new Set(folders).size > 1 && name !== script,
  );
  return [...new Set([...first, ...shared.map(([name]) => name)])].sort();
}

/** Returns the folder of a screen in `src/screens`. */
function folderOf(screen: string): string {
  return screen.split('/')[2] ?? '';
}

/** Returns the names of the files that a script imports at its start. */
function staticImports(outputs: Outputs, script: string): Set<string> {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
      if (kind !== 'import-statement' || seen.has(imported)) continue;
      seen.add(imported);
      visit(imported);
    }
  };
  visit(Object.keys(outputs).find((path) => basename(path) === script) ?? '');
  return new Set([...seen].map((path) => basename(path)));
}
