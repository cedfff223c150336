import type { DraftRow, NewDraft } from '../../storage/images/drafts.ts';
import type { FontRow } from '../../storage/images/fonts.ts';
import type { ImageRow, NewImage, TimerRow } from '../../storage/images/images.ts';
import type { Storage } from '../../storage/storage.ts';
import { accountRow, NOW } from '../fixtures/arrange.ts';

export const DAY = 86_400_000;

// Ids and hashes are unique and have the length of real ones.
let lastNumber = 0;

function unique(length: number): string {
  return (++lastNumber).toString(36).padStart(length, '0');
}

export async function arrangeAccount(storage: Storage): Promise<string> {
  const account = accountRow();
  await storage.accounts.insert(account);
  return account.id;
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/**
 * Puts a blob under a new hash and returns the hash. A storage does not verify hashes, so it need not match the bytes.
 */
export async function arrangeBlob(
  storage: Storage,
  bytes = bytesOf('some bytes'),
  now = NOW,
): Promise<string> {
  const hash = unique(64);
  await storage.blobs.put(hash, bytes, now);
  return hash;
}

/** Returns a static image without a blob. */
export function newImage(accountId: string, change: Partial<NewImage> = {}): NewImage {
  return {
    accountId,
    publicId: unique(12),
    type: 'static',
    name: 'A picture',
    folder: null,
    active: true,
    width: 640,
    height: 480,
    format: 'png',
    animated: false,
    bytes: 12_345,
    blob: null,
    timer: null,
    live: null,
    createdAt: NOW,
    updatedAt: NOW,
    uses: [],
    ...change,
  };
}

export function timerRow(change: Partial<TimerRow> = {}): TimerRow {
  return {
    design: '{"width":600}',
    resources: '{"fonts":[]}',
    target: { local: '2026-03-29T02:30:00', timeZone: 'Europe/Berlin', instant: NOW + DAY },
    ...change,
  };
}

export function newTimer(accountId: string, change: Partial<NewImage> = {}): NewImage {
  return newImage(accountId, {
    type: 'timer',
    name: 'A timer',
    format: 'gif',
    animated: true,
    timer: timerRow(),
    ...change,
  });
}

/** Inserts images of a new account with these names, and returns them oldest first. */
export async function arrangeImages(storage: Storage, names: readonly string[]): Promise<ImageRow[]> {
  const accountId = await arrangeAccount(storage);
  const images: ImageRow[] = [];
  for (const name of names) images.push(await storage.images.insert(newImage(accountId, { name })));
  return images;
}

/** Returns all matching images of an account, newest first. */
export function listImages(
  storage: Storage,
  accountId: string,
  filter: Partial<Omit<Parameters<Storage['images']['list']>[1], 'before' | 'limit'>> = {},
) {
  const query = { nameContains: null, type: null, active: null, before: null, limit: 100, ...filter };
  return storage.images.list(accountId, query);
}

/** Returns a font with two new blobs. */
export async function newFont(
  storage: Storage,
  accountId: string,
  change: Partial<Omit<FontRow, 'id'>> = {},
): Promise<Omit<FontRow, 'id'>> {
  return {
    accountId,
    blob: await arrangeBlob(storage),
    sample: await arrangeBlob(storage),
    family: 'Ein Schriftschnitt',
    style: 'Fett Kursiv',
    fullName: 'Ein Schriftschnitt – Fett Kursiv 漢字',
    weight: 700,
    italic: true,
    format: 'woff2',
    variable: false,
    glyphCount: 65_535,
    hasDigits: true,
    bytes: 10_485_760,
    createdAt: NOW,
    ...change,
  };
}

export function newFrame(accountId: string, change: Partial<NewDraft> = {}): NewDraft {
  return {
    kind: 'timer',
    id: `tf_${unique(22)}`,
    accountId,
    conversationId: 'conversation-1',
    name: 'A draft',
    design: '{"width":600}',
    createdAt: NOW,
    updatedAt: NOW,
    expiresAt: NOW + DAY,
    ...change,
  };
}

/** A number of kept drafts that no case reaches. */
export const KEEP_ALL = 100;

/** Inserts a draft of a new account. */
export async function arrangeFrame(storage: Storage): Promise<DraftRow> {
  return storage.drafts.insert(newFrame(await arrangeAccount(storage)), KEEP_ALL);
}
