import { cursorEpoch } from './copy/copy-marker.ts';
import { placeFinder } from './geocoding/place-finder.ts';
import { randomBase64url, signText } from './ground/crypto.ts';
import { ValidationError } from './ground/errors.ts';
import type { Metric } from './ground/metric.ts';
import { requireNode } from './ground/program/node-version.ts';
import { SETTING } from './ground/program/setting-names.ts';
import { Alarm } from './jobs/alarm.ts';
import type { WorkOptions } from './jobs/work-context.ts';
import type { Principal } from './ports/access.ts';
import { oauthTokens } from './ports/oauth-token.ts';
import { pathTokens } from './ports/path-token.ts';
import { randomIds } from './ports/ports.ts';
import { accountService } from './services/accounts/accounts.ts';
import { apiKeyService } from './services/accounts/api-keys.ts';
import { failedKeys } from './services/accounts/failed-keys.ts';
import { createIdentify, identityService } from './services/accounts/identity.ts';
import { imageHostService } from './services/accounts/image-hosts.ts';
import { rateLimitService } from './services/accounts/rate-limits.ts';
import { type BoundServices, bindServices } from './services/bound-services.ts';
import { callGate } from './services/calls/call-gate.ts';
import type { ServiceContext } from './services/calls/context.ts';
import { errorSink } from './services/calls/error-sink.ts';
import { hotBlobs } from './services/calls/hot-blobs.ts';
import { importChunks } from './services/calls/import-chunks.ts';
import { listing } from './services/calls/listing.ts';
import { openingTurns } from './services/calls/opening-turns.ts';
import { createLargePages } from './services/calls/page-size.ts';
import { createQuotas } from './services/calls/quotas.ts';
import { createRecordHooks } from './services/calls/record-hooks.ts';
import { changeReading } from './services/changes/change-reading.ts';
import { changeService } from './services/changes/changes.ts';
import { storeFollower } from './services/changes/store-follower.ts';
import { fontService } from './services/fonts/fonts.ts';
import { historyService } from './services/history/history.ts';
import { restoreSteps } from './services/history/restore-step.ts';
import { imageService } from './services/images/images.ts';
import { importSteps } from './services/imports/import-step.ts';
import { importService } from './services/imports/imports.ts';
import { liveDraftService } from './services/live-images/drafts/live-drafts.ts';
import { liveImageService } from './services/live-images/live-images.ts';
import { liveOpenings } from './services/live-images/openings/live-openings.ts';
import { remotePictures } from './services/live-images/openings/remote-pictures.ts';
import { locationService } from './services/maps/locations.ts';
import { mapService } from './services/maps/maps.ts';
import { oauthService } from './services/oauth/oauth.ts';
import { imageDrawer } from './services/pictures/draw-image.ts';
import { publicImageService } from './services/pictures/image-serving.ts';
import { thumbnailService } from './services/pictures/thumbnails.ts';
import { type DirectReads, recordReads } from './services/records/reads/record-reads.ts';
import { recordService } from './services/records/records.ts';
import { statusService } from './services/status/status.ts';
import { storeService } from './services/stores/stores.ts';
import { typeChangeSteps } from './services/stores/type-change-step.ts';
import { timerFrameService } from './services/timers/timer-frames.ts';
import { timerRenderer } from './services/timers/timer-pictures.ts';
import { timerPresetService } from './services/timers/timer-presets.ts';
import { timerService } from './services/timers/timers.ts';
import { type RunTransaction, transactions } from './services/transactions/transactions.ts';
import { type AddHook, hookAdder } from './services/typed-stores/before-write.ts';
import { typedStores } from './services/typed-stores/typed-store.ts';
import { viewService } from './services/views/views.ts';
import type { VitrineServices } from './services/vitrine-services.ts';
import { webhookEntries } from './services/webhooks/entry-reader.ts';
import { webhookService } from './services/webhooks/webhooks.ts';
import type { Storage } from './storage/index.ts';
import { storageWithBlobBytes } from './storage-with-blob-bytes.ts';
import { loopTurnMetrics } from './turns/loop-turn.ts';
import type { VitrineOptions } from './vitrine-options.ts';
import { runDueImport, runDueWork, work } from './work.ts';

/** All functions of Vitrine as calls in this process. The HTTP package uses nothing else. */
export interface Vitrine extends VitrineServices {
  /** Returns the services with a principal as the first argument of each call. */
  as(principal: Principal): BoundServices;
  /** Writes records of several stores together or not at all. See `RunTransaction`. */
  readonly transaction: RunTransaction;
  /** Short reads without promises, for servers. */
  readonly direct: DirectReads;
  /** Runs a function before each write of a record. See `AddHook`. */
  readonly before: AddHook;
  /**
   * Runs the background work (purging deleted stores, expired records, expired drafts and unused bytes, clearing freed
   * slots, geocoding, webhooks) until the signal aborts. Nothing runs by itself, so call it in at least one process.
   */
  work(options: WorkOptions): Promise<void>;
  /**
   * Runs the background work that is due now. Resolves with the number of jobs, geocoded addresses and sent deliveries. What
   * recurs, such as purging what has expired, is due only after `work` has run on the storage.
   */
  runDueJobs(): Promise<number>;
  /** Returns the beginning of all URLs in responses, without a slash at its end. */
  baseUrl(): string;
  /** Returns metrics of queues, threads, connections and caches. */
  metrics(): readonly Metric[];
  /** Resolves if the storage is available. */
  ping(): Promise<void>;
  /**
   * Finishes the calls that were made before it, ends `work`, ends the threads of `media`, and closes the storage. Later
   * calls throw `unavailable`. Exports that are still being read end with `unavailable`, and calls too that take longer
   * than `within`. Further calls of `close` return the same promise.
   */
  close(options?: CloseOptions): Promise<void>;
}

export interface CloseOptions {
  /** Milliseconds that calls in flight have to finish. Default 10,000, as long as a search may take. */
  readonly within?: number | undefined;
}

const FINISH_MAX = 10_000;

/**
 * Migrates the layout of the storage and returns the services.
 * @throws Error on a Node that is too old.
 * @throws ValidationError at `storage` if that is none.
 * @throws VitrineError `internal` for an incomplete copy of `copyStorage`.
 */
export async function createVitrine(options: VitrineOptions): Promise<Vitrine> {
  requireNode();
  requireStorage(options);
  const {
    media = null,
    geocoder = null,
    localGeocoder = geocoder?.name === 'offline' ? geocoder : null,
    webhookSender = null,
    clock = Date.now,
    ids = randomIds(),
    baseUrl = DEFAULT_BASE_URL,
  } = options;
  const { blobs } = options;
  const storage = blobs === undefined ? options.storage : storageWithBlobBytes(options.storage, blobs);
  await storage.migrate();
  const epoch = await cursorEpoch(storage);
  const secret = options.secret ?? (await keptSecret(storage, SETTING.secret));
  const linksSecret = options.linksSecret ?? (await keptSecret(storage, SETTING.linksSecret));
  const previous = options.previousSecret === undefined ? [] : [options.previousSecret];
  const cursorSecretOf = (from: string) =>
    epoch === null ? from : signText(from, `cursors of a copy of ${epoch}`).toString('base64url');
  const gate = callGate();
  const { closing, guard, guardAll, guardSoon } = gate;
  const blobCache = hotBlobs(storage.blobs);
  const onError = errorSink(options.onError ?? console.error);
  const baseUrlNow = () => (typeof baseUrl === 'string' ? baseUrl : baseUrl()).replace(/\/+$/, '');
  const openings = openingTurns();
  const pictures = remotePictures({ storage, baseUrl: baseUrlNow, clock, media, hotBlobs: blobCache });
  const findPlace = placeFinder(localGeocoder);
  const base: ServiceContext = {
    storage,
    keysInFlight: new Set(),
    recordHooks: createRecordHooks(onError),
    onError,
    clock,
    ids,
    baseUrl: baseUrlNow,
    cursorSecrets: [cursorSecretOf(secret), ...previous.map(cursorSecretOf)],
    linkSecrets: [
      linksSecret,
      ...(options.previousLinksSecret === undefined ? [] : [options.previousLinksSecret]),
    ],
    tokens: pathTokens([secret, ...previous]),
    oauthTokens: oauthTokens([secret, ...previous]),
    media,
    hotBlobs: blobCache,
    findPlace,
    liveOpenings: liveOpenings({ storage, clock, hotBlobs: blobCache, openingTurns: openings, findPlace }),
    openingTurns: openings,
    remotePictures: pictures,
    largePages: createLargePages(),
    importChunks: importChunks(storage),
    geocoder,
    webhookSender,
    quotas: createQuotas(storage, clock),
    closing,
    alarm: new Alarm(),
    follower: null,
  };
  const reading = changeReading(base);
  const { onChange } = options;
  const context =
    onChange === undefined ? base : { ...base, follower: storeFollower(base, reading, onChange) };
  const workContext = {
    ...context,
    advanceImport: importSteps(context),
    advanceRestore: restoreSteps(context),
    advanceTypeChange: typeChangeSteps(context),
    readWebhookEntries: webhookEntries(context),
  };
  const keyFailures = failedKeys(options.rateLimits?.failedKeys ?? null, clock);
  const metrics = () => [
    ...storage.metrics(),
    ...(media?.metrics?.() ?? []),
    ...blobCache.metrics(),
    ...pictures.metrics(),
    ...openings.metrics(),
    ...context.largePages.metrics(),
    ...keyFailures.metrics(),
    ...loopTurnMetrics(),
  ];
  const renderTimer = timerRenderer(context);
  const changes = changeService(context, reading);
  const identify = createIdentify(context, keyFailures);
  const stores = storeService(context);
  const records = guardAll(recordService(context));
  const imports = guardAll(importService(context, () => runDueImport(workContext, onError)));
  const drawImage = imageDrawer(context, renderTimer);
  const images = imageService(context, drawImage);
  const openStores = guardAll(stores);
  const runTransaction = transactions(context);

  async function close({ within = FINISH_MAX }: CloseOptions): Promise<void> {
    await gate.close(within);
    await media?.close();
    await storage.close();
  }

  const services: VitrineServices = {
    accounts: guardAll(accountService(context)),
    apiKeys: listing(guardAll(apiKeyService(context)), { list: 1 }),
    identity: guardAll(identityService(context, identify)),
    stores: {
      ...listing(openStores, { list: 1 }),
      // `open` may make several calls of `stores`, which are accepted with it.
      ...guardAll(typedStores(stores, { stores: openStores, records, imports })),
    },
    records: listing(records, { list: 2, query: 2 }),
    imports: listing(imports, { list: 2 }),
    history: listing(guardAll(historyService(context)), {
      list: 3,
      listDeleted: 2,
      listRestoreResults: 3,
    }),
    changes: { ...guardAll(changes), ...guardSoon({ follow: changes.follow }) },
    // `types` returns no promise, because it reads nothing.
    images: { ...listing(guardAll(images), { list: 1 }), types: images.types },
    thumbnails: guardAll(thumbnailService(context, drawImage)),
    publicImages: guardAll(publicImageService(context, renderTimer)),
    fonts: guardAll(fontService(context)),
    maps: listing(guardAll(mapService(context)), { list: 1 }),
    locations: listing(guardAll(locationService(context)), { search: 2 }),
    timerFrames: guardAll(timerFrameService(context)),
    liveImageDrafts: guardAll(liveDraftService(context)),
    timers: listing(guardAll(timerService(context, renderTimer)), { list: 1 }),
    liveImages: listing(guardAll(liveImageService(context)), { list: 1 }),
    imageHosts: guardAll(imageHostService(context)),
    timerPresets: timerPresetService(context),
    views: listing(guardAll(viewService(context)), { list: 2 }),
    webhooks: listing(guardAll(webhookService(context)), {
      list: 1,
      listDeliveries: 2,
    }),
    oauth: guardAll(oauthService(context)),
    rateLimits: rateLimitService(context, options.rateLimits ?? null),
    status: guardAll(statusService(context, { metrics, limits: options.rateLimits ?? null })),
  };

  let closed: Promise<void> | null = null;
  return {
    ...services,
    as: (principal) => bindServices(services, principal),
    transaction: (run, transactionOptions) => guard(() => runTransaction(run, transactionOptions))(),
    direct: {
      ...guardSoon({ authenticate: identify }),
      records: guardSoon(recordReads(context)),
    },
    before: hookAdder(context.recordHooks),
    work: guard(({ signal, ...workOptions }) =>
      work(workContext, { onError, ...workOptions, signal: AbortSignal.any([signal, closing]) }),
    ),
    runDueJobs: guard(() => runDueWork(workContext, { onError, signal: new AbortController().signal })),
    baseUrl: baseUrlNow,
    metrics,
    ping: guard(() => storage.ping()),
    close(closeOptions = {}) {
      closed ??= close(closeOptions);
      return closed;
    },
  };
}

/** For programs that the compiler does not check. */
function requireStorage(options: Partial<VitrineOptions> | undefined): void {
  if (typeof options?.storage?.migrate === 'function') return;
  const message =
    'Expected a storage: sqliteStorage({ path }) of @vitrine/storage-sqlite, postgresStorage({ url }) of ' +
    '@vitrine/storage-postgres, or memoryStorage().';
  throw new ValidationError([{ path: 'storage', message }]);
}

/** Returns a secret of the storage. Reads it first, because a write would wait for the start of a writer. */
async function keptSecret({ settings }: Storage, name: string): Promise<string> {
  return (await settings.get(name)) ?? (await settings.getOrInsert(name, randomBase64url(32)));
}

/** The address at which `vitrine serve` listens by default. */
const DEFAULT_BASE_URL = 'http://127.0.0.1:8080';
