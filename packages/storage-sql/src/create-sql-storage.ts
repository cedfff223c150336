import type { Storage } from '@vitrine/core/storage';
import { sqlAccountNumbers } from './account-numbers/facet.ts';
import { sqlAccountUsage } from './account-usage/facet.ts';
import { sqlAccounts } from './accounts/facet.ts';
import { sqlApiKeys } from './api-keys/facet.ts';
import { sqlBlobObjects } from './blob-objects/facet.ts';
import { sqlBlobs } from './blobs/facet.ts';
import { heardWrites, sqlChanges } from './changes/facet.ts';
import { sqlDrafts } from './drafts/facet.ts';
import { sqlFonts } from './fonts/facet.ts';
import { sqlGeocoding } from './geocoding/facet.ts';
import { sqlIdempotencyKeys } from './idempotency-keys/facet.ts';
import { sqlImages } from './images/facet.ts';
import { sqlImports } from './imports/facet.ts';
import { sqlJobs } from './jobs/facet.ts';
import { sqlLocations } from './locations/facet.ts';
import { sqlMaps } from './maps/facet.ts';
import { recordSearches } from './records/answerers.ts';
import { sqlRecords } from './records/facet.ts';
import type { SearchDriver } from './records/reads/search-driver.ts';
import { sqlRequestCounts } from './request-counts/facet.ts';
import { sqlRestores } from './restores/facet.ts';
import { sqlSettings } from './settings/facet.ts';
import { sqlStores } from './stores/facet.ts';
import { sqlViews } from './views/facet.ts';
import { sqlWebhookDeliveries } from './webhook-deliveries/facet.ts';
import { sqlWebhooks } from './webhooks/facet.ts';

/** Creates a storage on a driver. The storage owns the driver: closing the storage closes the driver. */
export function createSqlStorage(silent: SearchDriver): Storage {
  const { driver, listen } = heardWrites(silent);
  const searches = recordSearches(driver);
  const { within } = driver;
  return {
    name: driver.name,
    accounts: sqlAccounts(driver),
    apiKeys: sqlApiKeys(driver),
    stores: sqlStores(driver),
    records: sqlRecords(driver, searches),
    changes: sqlChanges(driver, listen),
    imports: sqlImports(driver),
    restores: sqlRestores(driver),
    jobs: sqlJobs(driver),
    settings: sqlSettings(driver),
    accountNumbers: sqlAccountNumbers(driver),
    blobs: sqlBlobs(driver),
    blobObjects: sqlBlobObjects(driver),
    images: sqlImages(driver),
    fonts: sqlFonts(driver),
    drafts: sqlDrafts(driver),
    maps: sqlMaps(driver),
    locations: sqlLocations(driver),
    geocoding: sqlGeocoding(driver),
    views: sqlViews(driver),
    webhooks: sqlWebhooks(driver),
    webhookDeliveries: sqlWebhookDeliveries(driver),
    requestCounts: sqlRequestCounts(driver),
    accountUsage: sqlAccountUsage(driver),
    idempotencyKeys: sqlIdempotencyKeys(driver),
    metrics: () => [...driver.metrics(), ...searches.metrics()],
    describe: () => driver.run('describeStorage', null),
    migrate: () => driver.migrate(),
    findMigration: () => driver.run('findMigration', null),
    ...(within === undefined ? {} : { within: (client) => inTransaction(within(client)) }),
    ping: () => driver.ping(),
    close: () => driver.close(),
  };
}

/** Returns the facets that a transaction uses. */
function inTransaction(driver: SearchDriver): ReturnType<NonNullable<Storage['within']>> {
  return {
    accounts: sqlAccounts(driver),
    accountUsage: sqlAccountUsage(driver),
    stores: sqlStores(driver),
    records: sqlRecords(driver, recordSearches(driver)),
  };
}
