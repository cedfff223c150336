import { readFileSync, writeFileSync } from 'node:fs';
import type { StoreDetail } from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { readPages } from '../lists/pages.ts';
import { CommandError, EXIT, fileError, isSystemError } from '../terminal/command-error.ts';
import { formatNumberOf, printLine, type Terminal } from '../terminal/terminal.ts';
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
  if (flags.check && flags.out === undefined) {
    throw new CommandError(EXIT.usage, '--check needs the file: give --out.');
  }
  const stores =
    flags.url === undefined
      ? await storesOfDatabase(terminal, flags)
      : await storesOfServer(terminal, flags.url);
  const text = typesOfStores(stores);
  const { out } = flags;
  if (out === undefined) {
    terminal.stdout.write(text);
    return;
  }
  if (flags.check) {
    checkFile(out, text, flags.url);
    return printLine(terminal.stdout, `${out} is current.`);
  }
  try {
    // Not a private file: it is source code of a project, has no values and keys, and keeps its permissions and links.
    writeFileSync(out, text);
  } catch (error) {
    throw fileError('write', out, error);
  }
  printLine(terminal.stdout, `${out}: the types of ${formatNumberOf(stores.length, 'store')}.`);
}

/** @throws CommandError with the first difference if the file does not have the text. */
function checkFile(path: string, text: string, url: string | undefined): void {
  const found = readUnlessMissing(path);
  if (found === text) return;
  const difference = found === null ? 'does not exist' : `is not current: ${firstDifference(found, text)}`;
  const source = url === undefined ? '' : `--url ${url} `;
  throw new CommandError(
    EXIT.refused,
    `${path} ${difference}. Run \`vitrine types ${source}--out ${path}\` again.`,
  );
}

/** Describes the first line that differs between two different texts. */
function firstDifference(found: string, current: string): string {
  const [foundLines, currentLines] = [found.split('\n'), current.split('\n')];
  let index = 0;
  while (foundLines[index] === currentLines[index]) index++;
  const describe = (line: string | undefined) => (line === undefined ? 'missing' : `\`${line.trim()}\``);
  return `line ${index + 1} is ${describe(foundLines[index])}, and should be ${describe(currentLines[index])}`;
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
    const body: unknown = await response.json().catch(() => null);
    if (response.ok && body !== null) return body as Body;
    const problem = body as { readonly detail?: string; readonly title?: string } | null;
    const reason =
      problem?.detail ?? problem?.title ?? `status ${response.status}, and no response of Vitrine`;
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
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return null;
    throw fileError('read', path, error);
  }
}
