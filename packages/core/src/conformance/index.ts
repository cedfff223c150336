import assert from 'node:assert/strict';
import type { Storage, StorageFacet } from '../storage/storage.ts';
import { accountNumbers } from './accounts/account-numbers.ts';
import { accountUsage } from './accounts/account-usage.ts';
import { accounts } from './accounts/accounts.ts';
import { apiKeys } from './accounts/api-keys.ts';
import { idempotencyKeys } from './accounts/idempotency-keys.ts';
import { requestCounts } from './accounts/request-counts.ts';
import { settings } from './accounts/settings.ts';
import { changePages } from './changes/change-pages.ts';
import { changes } from './changes/changes.ts';
import { history } from './changes/history.ts';
import { recordEntries } from './changes/record-entries.ts';
import { restores } from './changes/restores.ts';
import type { ConformanceCase, ConformanceTopic } from './fixtures/case.ts';
import { blobObjects } from './images/blob-objects.ts';
import { blobs } from './images/blobs.ts';
import { draftReplacements } from './images/draft-replacements.ts';
import { draftSaves } from './images/draft-saves.ts';
import { drafts } from './images/drafts.ts';
import { fonts } from './images/fonts.ts';
import { imageLists } from './images/image-lists.ts';
import { images } from './images/images.ts';
import { liveImages } from './images/live-images.ts';
import { timerTargets } from './images/timer-targets.ts';
import { importBatches } from './imports/import-batches.ts';
import { imports } from './imports/imports.ts';
import { isolation } from './isolation.ts';
import { buriedJobs } from './jobs/buried-jobs.ts';
import { jobs } from './jobs/jobs.ts';
import { lifecycle } from './lifecycle.ts';
import { geocodeClaims } from './maps/geocode-claims.ts';
import { geocoding } from './maps/geocoding.ts';
import { locationFields } from './maps/location-fields.ts';
import { locationLists } from './maps/location-lists.ts';
import { locationUpdates } from './maps/location-updates.ts';
import { locations } from './maps/locations.ts';
import { locationsNear } from './maps/locations-near.ts';
import { maps } from './maps/maps.ts';
import { recordsAggregate } from './queries/records-aggregate.ts';
import { recordsExport } from './queries/records-export.ts';
import { recordsOrder } from './queries/records-order.ts';
import { recordsPages } from './queries/records-pages.ts';
import { recordsQuery } from './queries/records-query.ts';
import { recordsSummarize } from './queries/records-summarize.ts';
import { recordsSummaryBuckets } from './queries/records-summary-buckets.ts';
import { recordsSummaryExactness } from './queries/records-summary-exactness.ts';
import { recordsSummaryMeasures } from './queries/records-summary-measures.ts';
import { recordsText } from './queries/records-text.ts';
import { recordsWalks } from './queries/records-walks.ts';
import { recordsLimits } from './records/records-limits.ts';
import { recordsPatch } from './records/records-patch.ts';
import { recordsPurge } from './records/records-purge.ts';
import { recordsRestore } from './records/records-restore.ts';
import { recordsState } from './records/records-state.ts';
import { recordsTransactions } from './records/records-transactions.ts';
import { recordsTtl } from './records/records-ttl.ts';
import { recordsUpsert } from './records/records-upsert.ts';
import { recordsWide } from './records/records-wide.ts';
import { recordsWrite } from './records/records-write.ts';
import { transactionConflicts } from './records/transaction-conflicts.ts';
import { copiedSlots } from './stores/copied-slots.ts';
import { deletedStores } from './stores/deleted-stores.ts';
import { freedSlots } from './stores/freed-slots.ts';
import { namedStores } from './stores/named-stores.ts';
import { schemaChanges } from './stores/schema-changes.ts';
import { storeLists } from './stores/store-lists.ts';
import { stores } from './stores/stores.ts';
import { views } from './stores/views.ts';
import { webhookDeliveries } from './webhooks/webhook-deliveries.ts';
import { webhooks } from './webhooks/webhooks.ts';

export { assertSameResults, replay, type StepResult } from './programs/differential.ts';
export { followWriters, type WritersProgram } from './programs/followed-writers.ts';
export type { Action, Program, ProgramStore, Step } from './programs/program.ts';

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
    recordsTransactions,
    transactionConflicts,
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
    copiedSlots,
    freedSlots,
  ],
  changes: [changes, recordEntries, changePages, history],
  imports: [imports, importBatches],
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
  views: [views],
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
  /** Runs only the cases of these facets, and those of the storage as a whole. Default: all cases. */
  readonly facets?: readonly StorageFacet[];
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
    for (const { name, cases } of topicsOf(options.facets)) {
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

function topicsOf(facets: readonly StorageFacet[] | undefined): readonly ConformanceTopic[] {
  if (facets === undefined) return TOPICS;
  return [...TOPICS_BY_FACET.all, ...facets.flatMap((facet) => TOPICS_BY_FACET[facet])];
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
