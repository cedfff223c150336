import assert from 'node:assert/strict';
import type { Storage, StorageFacet } from '../storage/storage.ts';
import { accountNumbers } from './account-numbers.ts';
import { accountUsage } from './account-usage.ts';
import { accounts } from './accounts.ts';
import { apiKeys } from './api-keys.ts';
import { blobObjects } from './blob-objects.ts';
import { blobs } from './blobs.ts';
import { buriedJobs } from './buried-jobs.ts';
import type { ConformanceCase, ConformanceTopic } from './case.ts';
import { changes } from './changes.ts';
import { deletedStores } from './deleted-stores.ts';
import { draftReplacements } from './draft-replacements.ts';
import { draftSaves } from './draft-saves.ts';
import { drafts } from './drafts.ts';
import { fonts } from './fonts.ts';
import { freedSlots } from './freed-slots.ts';
import { geocodeClaims } from './geocode-claims.ts';
import { geocoding } from './geocoding.ts';
import { history } from './history.ts';
import { idempotencyKeys } from './idempotency-keys.ts';
import { imageLists } from './image-lists.ts';
import { images } from './images.ts';
import { imports } from './imports.ts';
import { isolation } from './isolation.ts';
import { jobs } from './jobs.ts';
import { lifecycle } from './lifecycle.ts';
import { liveImages } from './live-images.ts';
import { locationFields } from './location-fields.ts';
import { locationLists } from './location-lists.ts';
import { locationUpdates } from './location-updates.ts';
import { locations } from './locations.ts';
import { locationsNear } from './locations-near.ts';
import { maps } from './maps.ts';
import { namedStores } from './named-stores.ts';
import { recordsAggregate } from './records-aggregate.ts';
import { recordsExport } from './records-export.ts';
import { recordsLimits } from './records-limits.ts';
import { recordsOrder } from './records-order.ts';
import { recordsPages } from './records-pages.ts';
import { recordsPatch } from './records-patch.ts';
import { recordsPurge } from './records-purge.ts';
import { recordsQuery } from './records-query.ts';
import { recordsRestore } from './records-restore.ts';
import { recordsState } from './records-state.ts';
import { recordsSummarize } from './records-summarize.ts';
import { recordsSummaryBuckets } from './records-summary-buckets.ts';
import { recordsSummaryExactness } from './records-summary-exactness.ts';
import { recordsSummaryMeasures } from './records-summary-measures.ts';
import { recordsText } from './records-text.ts';
import { recordsTtl } from './records-ttl.ts';
import { recordsUpsert } from './records-upsert.ts';
import { recordsWalks } from './records-walks.ts';
import { recordsWide } from './records-wide.ts';
import { recordsWrite } from './records-write.ts';
import { requestCounts } from './request-counts.ts';
import { restores } from './restores.ts';
import { schemaChanges } from './schema-changes.ts';
import { settings } from './settings.ts';
import { storeLists } from './store-lists.ts';
import { stores } from './stores.ts';
import { timerTargets } from './timer-targets.ts';
import { webhookDeliveries } from './webhook-deliveries.ts';
import { webhooks } from './webhooks.ts';

export { type Answer, assertSameAnswers, replay } from './differential.ts';
export type { Action, Program, ProgramStore, Step } from './program.ts';

/** The topics of each facet. Complete by its type: a new facet needs cases. */
const TOPICS_BY_FACET: Readonly<Record<StorageFacet | 'all', readonly ConformanceTopic[]>> = {
  all: [lifecycle, isolation],
  settings: [settings],
  accounts: [accounts],
  accountUsage: [accountUsage],
  accountNumbers: [accountNumbers],
  apiKeys: [apiKeys],
  stores: [stores, storeLists, namedStores, deletedStores, schemaChanges],
  records: [
    recordsWrite,
    recordsUpsert,
    recordsWide,
    recordsPatch,
    recordsState,
    recordsRestore,
    recordsQuery,
    recordsText,
    recordsOrder,
    recordsPages,
    recordsLimits,
    recordsWalks,
    recordsAggregate,
    recordsExport,
    recordsSummarize,
    recordsSummaryBuckets,
    recordsSummaryExactness,
    recordsSummaryMeasures,
    recordsTtl,
    recordsPurge,
    freedSlots,
  ],
  changes: [changes, history],
  imports: [imports],
  restores: [restores],
  jobs: [jobs, buriedJobs],
  blobs: [blobs],
  blobObjects: [blobObjects],
  images: [images, timerTargets, imageLists],
  fonts: [fonts],
  drafts: [drafts, draftSaves, draftReplacements, liveImages],
  maps: [maps],
  locations: [locations, locationLists, locationUpdates, locationFields, locationsNear],
  geocoding: [geocodeClaims, geocoding],
  webhooks: [webhooks],
  webhookDeliveries: [webhookDeliveries],
  requestCounts: [requestCounts],
  idempotencyKeys: [idempotencyKeys],
};

const TOPICS = Object.values(TOPICS_BY_FACET).flat();

/** The test functions of vitest, node:test or a compatible test runner. */
export interface TestFunctions {
  describe(name: string, body: () => void): unknown;
  test(title: string, body: () => Promise<void>): unknown;
}

/** A storage opened for one case. */
export interface OpenedStorage {
  readonly storage: Storage;
  /** Removes what `open` created. Called once, even if the case has closed the storage. */
  close(): Promise<void>;
  /** Closes the storage and opens the same data again. Required if `durable` is set. */
  reopen?(): Promise<Storage>;
}

/** A case that the storage is known to fail, with the reason. */
export interface KnownGap {
  readonly id: string;
  readonly reason: string;
}

export interface ConformanceOptions {
  /** The name of the storage in the report. */
  readonly name: string;
  /** Opens an empty storage that is not migrated. Should be fast, because it is called for every case. */
  open(): Promise<OpenedStorage>;
  /** True: the storage keeps its data after `close`, and the durable cases run too. */
  readonly durable?: boolean;
  /** These cases run as expected failures: a listed case that passes fails the run. */
  readonly knownGaps?: readonly KnownGap[];
}

/**
 * Tests a storage against the contract of `Storage`, with one test for each rule.
 *
 * ```ts
 * import { describe, test } from 'vitest';
 * storageConformance({ describe, test }, { name: 'mine', open: async () => openMine() });
 * ```
 *
 * @throws Error when `knownGaps` lists an unknown case.
 */
export function storageConformance({ describe, test }: TestFunctions, options: ConformanceOptions): void {
  const reasonsById = new Map(options.knownGaps?.map(({ id, reason }) => [id, reason]));
  const knownIds = new Set(TOPICS.flatMap((topic) => topic.cases.map((rule) => rule.id)));
  const unknown = [...reasonsById.keys()].filter((id) => !knownIds.has(id));
  if (unknown.length > 0) throw new Error(`Unknown case in knownGaps: ${unknown.join(', ')}`);

  describe(`${options.name} implements the storage contract`, () => {
    for (const { name, cases } of TOPICS) {
      describe(name, () => {
        for (const rule of cases) {
          if (rule.durable && !options.durable) continue;
          const reason = reasonsById.get(rule.id);
          const title = `${rule.title} [${rule.id}]`;
          if (reason === undefined) test(title, () => runCase(rule, options));
          else test(`${title} (known gap: ${reason})`, () => expectFailure(rule, options));
        }
      });
    }
  });
}

async function runCase(rule: ConformanceCase, options: ConformanceOptions): Promise<void> {
  const opened = await options.open();
  try {
    await opened.storage.migrate();
    await rule.run({
      storage: opened.storage,
      async reopen() {
        assert(opened.reopen, 'open() of a durable storage must return reopen()');
        return opened.reopen();
      },
    });
  } finally {
    await opened.close();
  }
}

async function expectFailure(rule: ConformanceCase, options: ConformanceOptions): Promise<void> {
  const failed = await runCase(rule, options).then(
    () => false,
    () => true,
  );
  assert(failed, `${rule.id} passes now: remove it from knownGaps`);
}
