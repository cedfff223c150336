import { readFileSync, writeFileSync } from 'node:fs';
import type { StoreDetail } from '@vitrine/core/contracts';
import { CommandError, EXIT } from './command-error.ts';
import { type AccountFlags, withAccount } from './database.ts';
import { readPages } from './lists/pages.ts';
import { formatNumberOf, printLine, type Terminal } from './terminal.ts';
import { typesOfStores } from './types-of-stores.ts';

export interface TypesFlags extends AccountFlags {
  readonly out?: string;
  readonly check?: boolean;
  /** The address of a server, read instead of the database. */
  readonly url?: string;
}

/** The key of `--url`. Not a flag, because other users of a machine can read the flags of a process. */
const KEY_VARIABLE = 'VITRINE_KEY';

/** Runs `vitrine types`: writes the types of all stores, or checks that a file has them. */
export async function writeTypes(terminal: Terminal, flags: TypesFlags): Promise<void> {
  const stores =
    flags.url === undefined
      ? await storesOfDatabase(terminal, flags)
      : await storesOfServer(terminal, flags.url);
  const text = typesOfStores(stores);
  if (flags.out === undefined) {
    if (flags.check) throw new CommandError(EXIT.usage, '--check needs the file: give --out.');
    terminal.stdout.write(text);
    return;
  }
  if (flags.check) {
    if (readUnlessMissing(flags.out) === text) return printLine(terminal.stdout, `${flags.out} is current.`);
    const source = flags.url === undefined ? '' : `--url ${flags.url} `;
    const command = `vitrine types ${source}--out ${flags.out}`;
    throw new CommandError(EXIT.refused, `${flags.out} is not current; run \`${command}\` again.`);
  }
  try {
    writeFileSync(flags.out, text);
  } catch (error) {
    throw new CommandError(EXIT.io, `Can't write ${flags.out}: ${(error as Error).message}`, {
      cause: error,
    });
  }
  printLine(terminal.stdout, `${flags.out}: the types of ${formatNumberOf(stores.length, 'store')}.`);
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

async function storesOfServer({ env }: Terminal, url: string): Promise<StoreDetail[]> {
  const key = env[KEY_VARIABLE];
  if (key === undefined || key === '') {
    throw new CommandError(EXIT.usage, `--url needs a key of the server in ${KEY_VARIABLE}.`);
  }
  const read = async <Body>(path: string): Promise<Body> => {
    const response = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(30_000),
    }).catch((error: unknown) => {
      throw new CommandError(EXIT.io, `Can't reach ${url}.`, { cause: error });
    });
    if (response.ok) return (await response.json()) as Body;
    const problem = (await response.json().catch(() => ({}))) as { detail?: string; title?: string };
    const reason = problem.detail ?? problem.title ?? `status ${response.status}`;
    throw new CommandError(EXIT.refused, `${url}: ${reason}`);
  };
  const stores: StoreDetail[] = [];
  let cursor: string | undefined;
  do {
    const query = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await read<{ items: { id: string }[]; cursor?: string }>(`/v2/stores?limit=100${query}`);
    for (const { id } of page.items) stores.push(await read<StoreDetail>(`/v2/stores/${id}`));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return stores;
}

function readUnlessMissing(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
