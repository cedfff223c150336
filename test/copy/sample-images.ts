import { createHash } from 'node:crypto';
import type { DraftKind, NewImage, Storage } from '@vitrine/core/storage';

const DAY = 86_400_000;

/** Stores bytes under their SHA-256, as core does. */
async function keep(storage: Storage, text: string, now: number): Promise<string> {
  const bytes = Buffer.from(text);
  const hash = createHash('sha256').update(bytes).digest('hex');
  await storage.blobs.put(hash, bytes, now);
  return hash;
}

/** The number of live items of each kind in an account. */
export const SAMPLE_IMAGES = { images: 6, fonts: 1, drafts: 3 };

/**
 * Inserts static and timer images, a deleted image and one with a thumbnail, a font that a timer uses, a font that was
 * deleted last, and saved, unsaved and expired drafts. The bytes are not valid pictures, because a copy does not read
 * them.
 */
export async function fillImages(storage: Storage, accountId: string, now: number): Promise<void> {
  let images = 0;
  const image = (change: Partial<NewImage>): NewImage => ({
    accountId,
    publicId: `${accountId.slice(-4)}${String(images++).padStart(8, '0')}`,
    type: 'static',
    name: 'Überblick “1”',
    folder: null,
    active: true,
    width: 600,
    height: 150,
    format: 'png',
    animated: false,
    bytes: 7,
    blob: null,
    timer: null,
    live: null,
    createdAt: now,
    updatedAt: now,
    uses: [],
    ...change,
  });
  const facts = {
    accountId,
    family: 'Ein Schnitt',
    style: 'Fett',
    fullName: 'Ein Schnitt Fett',
    weight: 700,
    italic: false,
    format: 'otf',
    variable: true,
    glyphCount: 300,
    hasDigits: true,
    bytes: 9,
    createdAt: now,
  } as const;
  const font = await storage.fonts.insert({
    ...facts,
    blob: await keep(storage, 'font', now),
    sample: await keep(storage, 'sample', now),
  });
  const deleted = await storage.fonts.insert({
    ...facts,
    blob: await keep(storage, `only ${accountId}`, now),
    sample: await keep(storage, 'sample', now),
  });
  const timer = {
    design: '{"width":600}',
    resources: `{"digitFont":"${font.blob}"}`,
    target: { local: '2030-01-01T00:00:00', timeZone: 'Europe/Berlin', instant: now + DAY },
  };
  const timed = { type: 'timer', format: 'gif', animated: true, timer } as const;

  for (const name of ['one', 'two', 'three']) {
    const blob = await keep(storage, `${name} ${accountId}`, now);
    await storage.images.insert(image({ name, blob, uses: [blob], folder: `of ${name}` }));
  }
  await storage.images.setThumbnail(accountId, 2, await keep(storage, 'thumbnail', now));
  await storage.images.update(accountId, 3, { active: false, folder: null }, now + 5);
  await storage.images.insert(image({ ...timed, uses: [font.blob, deleted.blob] }));
  await storage.images.setTarget(accountId, 4, { ...timer.target, instant: now }, now + 6);
  await storage.fonts.delete(accountId, deleted.id);

  const frame = (id: string, expiresAt: number, kind: DraftKind = 'timer') => ({
    kind,
    id: `tf_${id}${accountId}`,
    accountId,
    conversationId: 'conversation',
    name: 'Entwurf',
    design: '{"width":300}',
    createdAt: now,
    updatedAt: now,
    expiresAt,
  });
  const saved = await storage.drafts.insert(frame('saved', now + 10 * DAY), 100);
  await storage.drafts.save(saved, 1, image({ ...timed, name: 'from a draft', uses: [font.blob] }), now);
  await storage.drafts.insert(frame('draft', now + 10 * DAY), 100);
  await storage.drafts.insert(frame('expired', now + 1), 100);
  await storage.drafts.insert(frame('live', now + 10 * DAY, 'live'), 100);
  const live = { design: '{"width":600}', resources: '{}' };
  await storage.images.insert(image({ type: 'live', name: 'live', live, uses: [font.blob] }));
}

/** Returns everything of an account outside of stores, with the bytes. */
export async function imageContentsOf(storage: Storage, accountId: string, now: number) {
  const every = { nameContains: null, type: null, active: null, before: null, limit: 1_000 };
  const images = [];
  for (const image of (await storage.images.list(accountId, every)).rows) {
    const uses = await storage.images.uses(accountId, image.id);
    images.push({
      ...image,
      uses,
      bytesOfUses: await Promise.all(uses.map((hash) => textOf(storage, hash))),
    });
  }
  const fonts = [];
  for (const font of await storage.fonts.list(accountId)) {
    fonts.push({ ...font, bytes: [await textOf(storage, font.blob), await textOf(storage, font.sample)] });
  }
  const drafts = await storage.drafts.list(accountId, now);
  const lasts = [
    await storage.accountNumbers.last(accountId, 'images'),
    await storage.accountNumbers.last(accountId, 'fonts'),
  ];
  return { images, fonts, drafts, lasts };
}

async function textOf(storage: Storage, hash: string): Promise<string | null> {
  const bytes = await storage.blobs.get(hash);
  return bytes === null ? null : Buffer.from(bytes).toString();
}
