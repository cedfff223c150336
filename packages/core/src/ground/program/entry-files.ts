import { VitrineError } from '../errors.ts';

/** The files of a package that a thread or a process starts with. */
export interface EntryFiles {
  /** Returns the URL of a file: the source if the package runs from source, otherwise the build. */
  url(name: string): URL;
  /** @throws VitrineError `internal` with the remedy if one of the files is missing, because a bundler has moved the code. */
  require(...names: readonly string[]): void;
}

/**
 * @param packageName as in imports.
 * @param moduleUrl `import.meta.url` of a module in the folder of the files. A bundler may leave it undefined.
 * @param exists `existsSync`, because this package reads no files.
 */
export function entryFiles(
  packageName: string,
  moduleUrl: string | undefined,
  exists: (url: URL) => boolean,
): EntryFiles {
  function url(name: string): URL {
    return new URL(`./${name}.${moduleUrl?.endsWith('.ts') ? 'ts' : 'js'}`, moduleUrl);
  }

  return {
    url,
    require(...names) {
      if (moduleUrl !== undefined && names.every((name) => exists(url(name)))) return;
      throw new VitrineError('internal', bundledMessage(packageName, names));
    },
  };
}

function bundledMessage(packageName: string, names: readonly string[]): string {
  const files = names.map((name) => `${name}.js`).join(' and ');
  return `${packageName} can't find ${files}: a bundled program must leave @vitrine/* out of the bundle (esbuild: --external:@vitrine/*, webpack: externals, Next.js: serverExternalPackages).`;
}

/**
 * Returns the `execArgv` for a new `Worker`, to be spread into its options.
 *
 * Threads inherit the arguments of the process, and refuse to start if `--input-type` is one of them
 * (`node --input-type=module -e …`). Then only `--conditions` is passed on, which decides how packages are resolved: an
 * explicit list may not hold arguments that apply to the whole process.
 */
export function inheritedArguments(): { execArgv?: string[] } {
  const { execArgv } = process;
  if (!execArgv.some((argument) => argument.startsWith('--input-type'))) return {};
  return { execArgv: execArgv.filter((argument) => argument.startsWith('--conditions=')) };
}
