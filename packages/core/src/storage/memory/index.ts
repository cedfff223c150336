import { UnavailableError } from '../../ground/errors.ts';
import type { Storage } from '../storage.ts';
import { memoryAccountUsage } from './accounts/account-usage.ts';
import { memoryAccounts } from './accounts/accounts.ts';
import { memoryApiKeys } from './accounts/api-keys.ts';
import { memoryRequestCounts } from './accounts/request-counts.ts';
import { memorySettings } from './accounts/settings.ts';
import { memoryAccountNumbers } from './ground/account-numbers.ts';
import { memoryChangeLogs } from './ground/change-logs.ts';
import { memoryIdempotencyKeys } from './ground/idempotency-keys.ts';
import { memoryBlobs } from './images/blobs.ts';
import { memoryDrafts } from './images/drafts.ts';
import { memoryFonts } from './images/fonts.ts';
import { memoryImages } from './images/images.ts';
import { memoryJobs } from './jobs.ts';
import { memoryGeocoding } from './maps/geocoding.ts';
import { memoryLocations } from './maps/locations.ts';
import { memoryMaps } from './maps/maps.ts';
import { memoryImports } from './records/imports.ts';
import { memoryRecords } from './records/records.ts';
import { memoryChanges } from './stores/changes.ts';
import { memoryRestores } from './stores/restores.ts';
import { memoryStores } from './stores/stores.ts';
import { memoryViews } from './stores/views.ts';
import { memoryWebhookDeliveries } from './stores/webhook-deliveries.ts';
import { memoryWebhooks } from './stores/webhooks.ts';

/**
 * Creates a storage in the memory of this process: the reference for all other storages, and enough for tests and
 * demos. It holds everything on the heap, examines each record of a store on each query, and loses everything when the
 * process ends.
 *
 * Methods are atomic, because each does its work before it first yields to the event loop.
 */
export function memoryStorage(): Storage {
  let open = true;

  function requireOpen(): void {
    if (!open) throw new UnavailableError('The storage is closed.');
  }

  const jobs = memoryJobs();
  const logs = memoryChangeLogs();
  const idempotencyKeys = memoryIdempotencyKeys();
  const { underKey } = idempotencyKeys;
  const currentStore = (storeId: string) => stores.current(storeId);
  const records = memoryRecords({ underKey, currentStore, logs });
  const views = memoryViews(underKey);
  const stores = memoryStores({
    underKey,
    enqueue: jobs.add,
    hasLiveRecords: records.hasLiveRecords,
    removeRecords: records.removeRecords,
    removeViews: views.removeOf,
    logs,
  });
  const blobs = memoryBlobs();
  const numbers = memoryAccountNumbers();
  const images = memoryImages(blobs, numbers, underKey);

  const locations = memoryLocations(underKey);
  const apiKeys = memoryApiKeys(underKey);
  const fonts = memoryFonts(blobs, numbers);
  const maps = memoryMaps({ numbers, locations, underKey, enqueue: jobs.add });
  const drafts = memoryDrafts(images, underKey);
  const imports = memoryImports({ records, blobs, logs, currentStore, enqueue: jobs.add });
  const webhooks = memoryWebhooks({
    underKey,
    enqueue: jobs.add,
    onEnabled: (webhook, now) => webhookDeliveries.makeDue(webhook, now),
  });
  const accountOf = (storeId: string) => stores.known(storeId)?.accountId ?? null;
  const webhookDeliveries = memoryWebhookDeliveries(webhooks, accountOf);
  const usage = memoryAccountUsage({
    apiKeys,
    fonts,
    idempotencyKeys,
    images: images.storage,
    imports,
    locations,
    maps,
    records: records.storage,
    stores: stores.storage,
    webhooks: webhooks.storage,
  });

  return {
    name: 'memory',
    accounts: guarded(memoryAccounts(), requireOpen),
    apiKeys: guarded(apiKeys, requireOpen),
    stores: guarded(stores.storage, requireOpen),
    records: guarded(records.storage, requireOpen),
    changes: guarded(memoryChanges(logs, stores), requireOpen),
    imports: guarded(imports.storage, requireOpen),
    restores: guarded(memoryRestores({ enqueue: jobs.add }), requireOpen),
    jobs: guarded(jobs.storage, requireOpen),
    settings: guarded(memorySettings(), requireOpen),
    accountNumbers: guarded(numbers.storage, requireOpen),
    blobs: guarded(blobs.storage, requireOpen),
    blobObjects: guarded(blobs.objects, requireOpen),
    images: guarded(images.storage, requireOpen),
    fonts: guarded(fonts, requireOpen),
    drafts: guarded(drafts, requireOpen),
    maps: guarded(maps, requireOpen),
    locations: guarded(locations.storage, requireOpen),
    geocoding: guarded(memoryGeocoding(locations), requireOpen),
    views: guarded(views.storage, requireOpen),
    webhooks: guarded(webhooks.storage, requireOpen),
    webhookDeliveries: guarded(webhookDeliveries.storage, requireOpen),
    requestCounts: guarded(memoryRequestCounts(), requireOpen),
    accountUsage: guarded(usage, requireOpen),
    idempotencyKeys: guarded(idempotencyKeys.storage, requireOpen),
    metrics: () => [],
    async describe() {
      requireOpen();
      return { engine: 'memory', layout: 1, bytes: null };
    },
    async migrate() {
      requireOpen();
      return { from: 1, to: 1 };
    },
    async findMigration() {
      requireOpen();
      return { from: 1, to: 1 };
    },
    async ping() {
      requireOpen();
    },
    async close() {
      open = false;
    },
  };
}

/** Returns the facet with a check before each method. */
function guarded<Facet extends object>(facet: Facet, check: () => void): Facet {
  return new Proxy(facet, {
    get(target, name, receiver) {
      check();
      return Reflect.get(target, name, receiver);
    },
  });
}
