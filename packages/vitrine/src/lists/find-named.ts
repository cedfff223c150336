import { NotFoundError } from '@vitrine/core';
import { nameHint } from '@vitrine/core/server';
import { CommandError, EXIT } from '../terminal/command-error.ts';

/** A resource of a list that commands accept by its id or its name. */
export interface NamedItem {
  readonly id: string | number;
  readonly name: string;
  /** Tells resources with the same name apart. */
  readonly date_created?: string | null;
}

export interface NamedList {
  /** What one of them is called: `store`. */
  readonly noun: string;
  /** Reads the resource with the id. Omitted where only the list can tell. @throws NotFoundError */
  readonly get?: (id: string) => Promise<unknown>;
  /** Lists at least the resources whose name contains the text. */
  readonly list: (name: string) => AsyncIterable<readonly NamedItem[]>;
}

/** The candidates that an error names. */
const CANDIDATES_MAX = 10;
/** The names among which an unknown one may have a near one. */
const NEAR_NAMES_MAX = 1_000;

/**
 * Returns the id of the resource that the user gave by its id or its exact name. An id takes precedence over a name.
 *
 * @throws CommandError if there is none, or if several have the name; the error lists them.
 */
export async function findId(given: string, { noun, get, list }: NamedList): Promise<string> {
  if (get !== undefined && (await exists(get, given))) return given;
  const matching: NamedItem[] = [];
  const names: string[] = [];
  for await (const page of list(given)) {
    for (const item of page) {
      if (get === undefined && String(item.id) === given) return given;
      if (item.name === given) matching.push(item);
      else if (names.length < NEAR_NAMES_MAX) names.push(item.name);
    }
  }
  const [only] = matching;
  if (only === undefined) {
    const message = `No such ${noun} in this account: none has the id or the name ${JSON.stringify(given)}.`;
    throw new CommandError(EXIT.refused, `${message}${nameHint(given, names)}`);
  }
  if (matching.length > 1) {
    const message = `${matching.length} ${noun}s have the name ${JSON.stringify(given)}; give the id of one`;
    throw new CommandError(EXIT.refused, `${message}: ${describeCandidates(matching)}.`);
  }
  return String(only.id);
}

async function exists(get: (id: string) => Promise<unknown>, id: string): Promise<boolean> {
  try {
    await get(id);
    return true;
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
}

function describeCandidates(items: readonly NamedItem[]): string {
  const shown = items
    .slice(0, CANDIDATES_MAX)
    .map(({ id, date_created }) => (date_created == null ? String(id) : `${id} (created ${date_created})`));
  const more = items.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}
