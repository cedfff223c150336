import type { Principal, Vitrine } from '@vitrine/core';
import type { Storage } from '@vitrine/core/storage';
import { addRecord, createStore } from './arrange.ts';
import { type Client, pathOf } from './client.ts';
import type { Targets } from './operations.ts';
import { fontFile, picture } from './samples.ts';

/** Creates one resource of each kind in an account. Two new accounts get equal ids for images, fonts and maps. */
export async function createTargets({
  a,
  vitrine,
  principal,
  storage,
}: {
  readonly a: Client;
  readonly vitrine: Vitrine;
  readonly principal: Principal;
  readonly storage: Storage;
}): Promise<Targets> {
  const store = await createStore(a, { sku: 'unique string', note: 'string', amount: 'number' });
  await addRecord(a, store, { sku: 'one', note: 'kept', amount: 5 });
  const { keyId } = await vitrine.apiKeys.create(principal, { name: 'spare' });
  const image = await vitrine.images.add(principal, { file: { bytes: picture(), name: 'dot.png' } });
  const conversationId = 'chat';
  const saved = await vitrine.timerFrames.create(principal, { conversationId });
  const { timerId } = await vitrine.timerFrames.save(principal, saved.timerFrameId, { conversationId });
  const frame = await vitrine.timerFrames.create(principal, { conversationId });
  const live = await vitrine.liveImageDrafts.create(principal, { conversationId });
  const { imageId: liveImageId } = await vitrine.liveImageDrafts.save(principal, live.draftId, {
    conversationId,
  });
  const liveDraft = await vitrine.liveImageDrafts.create(principal, { conversationId });
  const font = await vitrine.fonts.upload(principal, { file: { bytes: fontFile(), name: 'sample.woff2' } });
  const map = await vitrine.maps.create(principal, { name: 'Shops' });
  const location = await vitrine.locations.add(principal, map.id, { lat: 1, lng: 2 });
  const started = await a.send<{ importId: string }>('POST', `/v2/stores/${store.id}/imports`, {
    raw: 'sku\none\n',
    headers: { 'content-type': 'text/csv' },
  });
  const view = await vitrine.views.create(principal, store.id, { name: 'All', kind: 'records' });
  const webhook = await vitrine.webhooks.create(principal, {
    url: 'https://receiver.invalid/',
    events: ['record.*'],
    storeIds: [store.id],
  });
  return {
    storeId: store.id,
    recordId: 'one',
    importId: started.body.importId,
    restoreId: await insertRestore(storage, { accountId: principal.accountId, storeId: store.id }),
    viewId: view.id,
    keyId,
    imageId: image.id,
    productionUrl: image.productionUrl,
    thumbnailPath: pathOf(image.thumbnailUrl),
    fontId: font.id,
    timerFrameId: frame.timerFrameId,
    previewPath: pathOf(frame.previewUrl),
    timerId,
    draftId: liveDraft.draftId,
    livePreviewPath: pathOf(liveDraft.previewUrl),
    liveImageId,
    mapId: map.id,
    locationId: location.id,
    webhookId: webhook.id,
    jobId: await buryJob(storage, principal.accountId),
  };
}

/** Inserts a restore that has ended. Returns its id. */
async function insertRestore(
  { restores }: Storage,
  store: { readonly accountId: string; readonly storeId: string },
): Promise<string> {
  const ref = { ...store, id: `restore of ${store.storeId}` };
  const progress = JSON.stringify({ afterId: null, counts: {} });
  await restores.insert({ ...ref, plan: '{}', progress, createdAt: Date.now() }, []);
  await restores.finish(ref, { status: 'done', reason: null }, Date.now());
  return ref.id;
}

let lastJob = 0;

/** Creates a job that was given up, of a kind that no worker runs. Returns its id. */
export async function buryJob(
  storage: Storage,
  accountId: string | null,
  reason = 'The test gave it up.',
): Promise<number> {
  const kind = `test ${++lastJob}`;
  const now = Date.now();
  await storage.jobs.enqueue([{ kind, key: kind, payload: '{}', runAt: now, accountId }]);
  const [job] = await storage.jobs.claim([kind], 1, now, now + 60_000);
  if (job === undefined) throw new Error('The job was not claimed.');
  await storage.jobs.bury(job, reason, now);
  return job.id;
}
