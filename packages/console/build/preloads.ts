import { basename } from 'node:path';
import type { Metafile } from 'esbuild';

type Outputs = Metafile['outputs'];

/** The screens that must import a file for it to be fetched at the start. */
const SHARED_BY = 3;

/**
 * Returns the names of the files that the browser fetches together with the first script: what that script imports, and
 * what several screens share. A browser would learn of the latter only when it has the code of a screen.
 */
export function preloadsOf(outputs: Outputs, script: string): string[] {
  const first = staticImports(outputs, script);
  const screens = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint?.endsWith('-screen.tsx'));
  const uses = new Map<string, number>();
  for (const name of screens.flatMap(([path]) => [...staticImports(outputs, basename(path))])) {
    uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  const shared = [...uses].filter(([name, count]) => count >= SHARED_BY && name !== script);
  return [...new Set([...first, ...shared.map(([name]) => name)])].sort();
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
