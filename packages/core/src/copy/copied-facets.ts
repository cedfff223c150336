import type { StorageFacet } from '../storage/storage.ts';

/** The kinds of items that a copy compares and counts. */
export type ComparedKind =
  | 'accounts'
  | 'apiKeys'
  | 'stores'
  | 'records'
  | 'images'
  | 'fonts'
  | 'drafts'
  | 'maps'
  | 'locations'
  | 'views'
  | 'webhooks';

/** What a copy does with a facet: compares its items after it has copied them, or the reason why it does not. */
type CopyRule = { readonly compared: ComparedKind } | { readonly without: string };

/**
 * The facets of a storage in a copy. Complete by its type: a new facet needs a decision, because data that is omitted
 * is lost when it moves to another storage.
 */
const COPY_RULES: Readonly<Record<StorageFacet, CopyRule>> = {
  accounts: { compared: 'accounts' },
  apiKeys: { compared: 'apiKeys' },
  stores: { compared: 'stores' },
  records: { compared: 'records' },
  images: { compared: 'images' },
  fonts: { compared: 'fonts' },
  drafts: { compared: 'drafts' },
  maps: { compared: 'maps' },
  locations: { compared: 'locations' },
  views: { compared: 'views' },
  webhooks: { compared: 'webhooks' },
  webhookDeliveries: {
    without: 'The source makes them. A webhook of the target begins with what changes there.',
  },
  settings: { without: 'The generated secret is copied with the marker of the copy.' },
  accountNumbers: {
    without: 'They are copied and compared with the images, fonts and maps that they number.',
  },
  blobs: { without: 'Those that images, fonts and drafts use are copied and compared with these.' },
  blobObjects: { without: 'The target decides where it stores bytes.' },
  jobs: {
    without: 'The target makes the jobs that its rows need. Those of deleted data have nothing to do.',
  },
  geocoding: { without: 'It is the queue of locations, which are queued again if they wait.' },
  requestCounts: { without: 'They count the requests of the last minute.' },
  accountUsage: { without: 'It counts rows of other facets.' },
  changes: { without: 'Followers read the stores of the target again: its log begins with the copy.' },
  imports: { without: 'The source ends them. Their records are copied.' },
  restores: { without: 'The source ends them, and the target has no history.' },
  idempotencyKeys: { without: 'They protect retries that follow within seconds.' },
};

/** Returns zero for each kind of items that a copy compares. */
export function countsOfCopy(): Record<ComparedKind, number> {
  const counts: Partial<Record<ComparedKind, number>> = {};
  for (const rule of Object.values(COPY_RULES)) if ('compared' in rule) counts[rule.compared] = 0;
  return counts as Record<ComparedKind, number>;
}
