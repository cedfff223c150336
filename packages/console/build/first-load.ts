import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { preloadsOf } from './preloads.ts';

const NAME = 'first-load';

/** Returns the source files that the browser gets together with the first script, of a build that has split them. */
export function firstLoadOf({ outputs }: Metafile, entry: string): string[] {
  const main = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry)?.[0];
  if (main === undefined) throw new Error(`${entry} was not built.`);
  const names = new Set([basename(main), ...preloadsOf(outputs, basename(main))]);
  const files = Object.entries(outputs).flatMap(([path, { inputs }]) =>
    names.has(basename(path)) ? Object.keys(inputs) : [],
  );
  return files.filter((file) => file !== entry && /^src\/.+\.tsx?$/.test(file)).sort();
}

/** Returns the source files that begin a script of their own: the first one, the screens, and what they load later. */
export function lazyFilesOf({ outputs }: Metafile): string[] {
  return Object.values(outputs).flatMap(({ entryPoint }) =>
    entryPoint !== undefined && /^src\/.+\.tsx$/.test(entryPoint) ? [entryPoint] : [],
  );
}

/**
 * Puts the files of the first load into one file. A bundler makes a file for each set of scripts that share something;
 * here every script imports all of it. One file is compressed better, and a browser starts it sooner than twenty.
 *
 * @param entries the source files that begin a script.
 */
export function joinFirstLoad(folder: string, files: readonly string[], entries: readonly string[]): Plugin {
  const paths = new Set(entries.map((file) => join(folder, file)));
  return {
    name: NAME,
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${NAME}$`) }, () => ({ path: NAME, namespace: NAME }));
      build.onLoad({ filter: /.*/, namespace: NAME }, () => ({
        contents: files.map((file) => `import ${JSON.stringify(join(folder, file))};`).join('\n'),
        resolveDir: folder,
      }));
      build.onLoad({ filter: /\.tsx$/ }, ({ path }) =>
        paths.has(path)
          ? { contents: `import '${NAME}';\n${readFileSync(path, 'utf8')}`, loader: 'tsx' }
          : null,
      );
    },
  };
}
