import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const files = new Map<string, Promise<Uint8Array>>();

/** Returns a file of Swagger UI. Reads it once, at its first request. */
export function readSwaggerFile(name: string): Promise<Uint8Array> {
  const file = files.get(name) ?? readFile(join(folder(), name));
  files.set(name, file);
  return file;
}

/**
 * Returns the folder beside the built code, where the build copies the files, or else that of the package. The published
 * package does not depend on it, because a script of one of its dependencies reports each installation.
 */
function folder(): string {
  // No `new URL`: bundlers would read the folder as code.
  const copies = join(dirname(fileURLToPath(import.meta.url)), 'swagger-ui');
  if (existsSync(copies)) return copies;
  return dirname(findPackageJSON('swagger-ui-dist', import.meta.url) ?? '');
}
