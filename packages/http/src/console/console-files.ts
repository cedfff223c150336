import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import {
  CONSOLE_FOLDER,
  type ConsoleAsset,
  type ConsoleEncoding,
  type ConsoleManifest,
} from '@vitrine/console';
import { NotFoundError } from '@vitrine/core';

/** The built files of the console. */
export interface ConsoleFiles {
  /** The page, with `{{base}}` where the relative path to the console's root belongs. */
  readonly page: string;
  findAsset(name: string): ConsoleAsset | null;
  /**
   * Reads an asset in one of its encodings, once; null for the plain bytes.
   * @throws NotFoundError if the file is gone, as after an update of the running server's files.
   */
  readAsset(asset: ConsoleAsset, encoding: ConsoleEncoding | null): Promise<Uint8Array>;
}

const EXTENSIONS = { br: '.br', gzip: '.gz' } as const;

/** Opens the built console. Returns null if it has not been built, as in a source tree before `pnpm build`. */
export function openConsoleFiles(folder: URL = CONSOLE_FOLDER): ConsoleFiles | null {
  const manifestFile = new URL('manifest.json', folder);
  if (!existsSync(manifestFile)) return null;
  const { assets }: ConsoleManifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const page = readFileSync(new URL('index.html', folder), 'utf8');
  const byName = new Map(assets.map((asset) => [asset.name, asset]));
  const bytes = new Map<string, Promise<Uint8Array>>();
  return {
    page,
    findAsset: (name) => byName.get(name) ?? null,
    readAsset(asset, encoding) {
      const name = `${asset.name}${encoding === null ? '' : EXTENSIONS[encoding]}`;
      const read = bytes.get(name) ?? readFile(new URL(`assets/${name}`, folder)).catch(fail);
      bytes.set(name, read);
      return read;

      function fail(error: NodeJS.ErrnoException): never {
        bytes.delete(name);
        throw error.code === 'ENOENT' ? new NotFoundError('path') : error;
      }
    },
  };
}
