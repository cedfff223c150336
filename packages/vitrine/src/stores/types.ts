import { readStores, TypesError, writeTypes } from '@vitrine/client/types';
import type { StoreDetail } from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { readPages } from '../lists/pages.ts';
import { CommandError, fileError, isSystemError } from '../terminal/command-error.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface TypesFlags extends AccountFlags {
  readonly out?: string;
  readonly check?: boolean;
  /** The address of a server, read instead of the database. */
  readonly url?: string;
}

/** Runs `vitrine types`: writes the types of all stores, or checks that a file has them. */
export async function writeStoreTypes(terminal: Terminal, flags: TypesFlags): Promise<void> {
  const { url, out, check } = flags;
  const again = url === undefined ? 'vitrine types' : `vitrine types --url ${url}`;
  const read = () => (url === undefined ? storesOfDatabase(terminal, flags) : readStores(url, terminal.env));
  try {
    terminal.stdout.write(await writeTypes(read, { out, check }, again));
  } catch (error) {
    if (error instanceof TypesError) throw new CommandError(error.exitCode, error.message, { cause: error });
    if (out !== undefined && isSystemError(error) && 'path' in error && error.path === out) {
      throw fileError(check ? 'read' : 'write', out, error);
    }
    throw error;
  }
}

function storesOfDatabase(terminal: Terminal, flags: TypesFlags): Promise<StoreDetail[]> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const stores: StoreDetail[] = [];
    for await (const page of readPages((query) => vitrine.stores.list(principal, query))) {
      for (const { id } of page) stores.push(await vitrine.stores.get(principal, id));
    }
    return stores;
  });
}
