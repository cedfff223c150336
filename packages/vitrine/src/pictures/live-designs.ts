import { writeFileSync } from 'node:fs';
import { NotFoundError } from '@vitrine/core';
import type { LiveDesignChanges } from '@vitrine/core/contracts';
import type { AccountFlags } from '../database/database.ts';
import { withMedia } from '../database/with-media.ts';
import {
  type AccountAccess,
  findFont,
  findImageId,
  findLiveImageId,
  findMapId,
  findStoreId,
} from '../lists/named-resources.ts';
import { readPages } from '../lists/pages.ts';
import { printItem } from '../lists/print-item.ts';
import { CommandError, EXIT, fileError } from '../terminal/command-error.ts';
import { readJsonFile } from '../terminal/read-json-file.ts';
import type { Terminal } from '../terminal/terminal.ts';

const CONVERSATION = 'command-line';
/** The parts of a design that a merge patch keeps, unless they are removed first. */
const NAMED_PARTS = { rules: null, layers: null, sources: null, variables: null, link: null, altText: null };

interface DesignFile {
  readonly name: string;
  readonly design: object;
}

/** Runs `vitrine live export`: writes a design that `apply` accepts in any account that has the names. */
export function exportLiveDesign(
  terminal: Terminal,
  given: string,
  { out, ...flags }: AccountFlags & { readonly out?: string },
): Promise<void> {
  // The names of the built-in fonts are those of the media.
  return withMedia(terminal, flags, async (vitrine, principal) => {
    const access = { vitrine, principal };
    const { name, live } = await vitrine.images.get(principal, await findLiveImageId(access, given));
    const design = await withIds(live?.design, (kind, id) => nameOf(access, kind, id));
    const text = `${JSON.stringify({ name, design }, null, 2)}\n`;
    if (out === undefined) {
      terminal.stdout.write(text);
      return;
    }
    try {
      writeFileSync(out, text);
    } catch (error) {
      throw fileError('write', out, error);
    }
  });
}

/** Runs `vitrine live apply`: the live image of the name has exactly the design of the file afterwards. */
export async function applyLiveDesign(
  terminal: Terminal,
  path: string,
  flags: AccountFlags & { readonly json?: boolean },
): Promise<void> {
  const { name, design: named } = requireDesignFile(path, await readJsonFile(path));
  await withMedia(terminal, flags, async (vitrine, principal) => {
    const access = { vitrine, principal };
    const design = (await withIds(named, (kind, id) => idOf(access, kind, id))) as LiveDesignChanges;
    const found: number[] = [];
    for await (const page of readPages((query) =>
      vitrine.liveImages.list(principal, { ...query, q: name }),
    )) {
      found.push(...page.filter((image) => image.name === name).map(({ id }) => id));
    }
    const [id, second] = found;
    if (second !== undefined) {
      throw new CommandError(EXIT.refused, `Several live images are named ${JSON.stringify(name)}.`);
    }
    const conversationId = CONVERSATION;
    const { draftId } =
      id === undefined
        ? await vitrine.liveImageDrafts.create(principal, { conversationId, name, design })
        : await vitrine.liveImages.draft(principal, id, { conversationId });
    if (id !== undefined) {
      await vitrine.liveImageDrafts.update(principal, draftId, { conversationId, changes: NAMED_PARTS });
      await vitrine.liveImageDrafts.update(principal, draftId, { conversationId, changes: design });
    }
    const saved = await vitrine.liveImageDrafts.save(principal, draftId, { conversationId });
    await vitrine.liveImageDrafts.delete(principal, draftId, { conversationId });
    printItem(terminal, flags, saved, [
      [id === undefined ? 'created' : 'updated', saved.imageId],
      ['name', name],
      ['url', saved.productionUrl],
      ['click url', saved.clickUrl],
    ]);
  });
}

function requireDesignFile(path: string, content: unknown): DesignFile {
  const { name, design } = (content ?? {}) as Partial<DesignFile>;
  if (typeof name === 'string' && typeof design === 'object' && design !== null) return { name, design };
  throw new CommandError(
    EXIT.data,
    `${path}: Expected {"name": …, "design": …}, as "live export" writes it.`,
  );
}

type Kind = 'storeId' | 'mapId' | 'fontId' | 'imageId';
const KINDS: ReadonlySet<string> = new Set<Kind>(['storeId', 'mapId', 'fontId', 'imageId']);
type Id = string | number;

/** Returns the design with other values for its ids, wherever they are. */
async function withIds(value: unknown, change: (kind: Kind, id: Id) => Promise<Id>): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((one) => withIds(one, change)));
  if (typeof value !== 'object' || value === null) return value;
  const members: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const isId = KINDS.has(name) && (typeof member === 'string' || typeof member === 'number');
    members.push([name, isId ? await change(name as Kind, member) : await withIds(member, change)]);
  }
  return Object.fromEntries(members);
}

/** Returns the name of what an id names, or the id itself, if it is gone. */
async function nameOf({ vitrine, principal }: AccountAccess, kind: Kind, id: Id): Promise<Id> {
  try {
    if (kind === 'storeId') return (await vitrine.stores.get(principal, String(id))).name;
    if (kind === 'mapId') return (await vitrine.maps.get(principal, id)).name;
    if (kind === 'imageId') return (await vitrine.images.get(principal, id)).name;
    const font = (await vitrine.fonts.list(principal)).find((one) => one.id === id);
    return font?.fullName ?? id;
  } catch (error) {
    if (error instanceof NotFoundError) return id;
    throw error;
  }
}

async function idOf(access: AccountAccess, kind: Kind, id: Id): Promise<Id> {
  const given = String(id);
  if (kind === 'storeId') return findStoreId(access, given);
  if (kind === 'mapId') return Number(await findMapId(access, given));
  if (kind === 'imageId') return Number(await findImageId(access, given));
  return (await findFont(access, given)).id;
}
