/**
 * The folder of the built console: `manifest.json`, `index.html` and `assets/`. The path holds for this file in the
 * source and in `dist`.
 */
export const CONSOLE_FOLDER: URL = new URL('../dist/app/', import.meta.url);

/** The content of `manifest.json`. */
export interface ConsoleManifest {
  /** Changes with every change to a file. */
  readonly build: string;
  /** The files under `assets/`. Their names contain a hash of their bytes. */
  readonly assets: readonly ConsoleAsset[];
}

export interface ConsoleAsset {
  readonly name: string;
  readonly type: string;
  /** The compressed forms: `<name>.br`, `<name>.gz`. Empty for files that compression does not make smaller. */
  readonly encodings: readonly ConsoleEncoding[];
}

export type ConsoleEncoding = 'br' | 'gzip';
