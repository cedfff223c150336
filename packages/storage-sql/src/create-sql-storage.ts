import type { Storage } from '@vitrine/core/storage';
import { sqlAccountNumbers } from './account-numbers.ts';
import { sqlAccountUsage } from './account-usage.ts';
import { sqlAccounts } from './accounts.ts';
import { sqlApiKeys } from './api-keys.ts';
import { sqlBlobObjects } from './blob-objects.ts';
import { sqlBlobs } from './blobs.ts';
import type { SqlDriver } from './driver.ts';
import { sqlFonts } from './fonts.ts';
import { sqlGeocoding } from './geocoding.ts';
import { sqlImages } from './images.ts';
import { sqlJobs } from './jobs.ts';
import { sqlLocations } from './locations.ts';
import { sqlMaps } from './maps.ts';
import { sqlRecords } from './records.ts';
import { sqlRequestCounts } from './request-counts.ts';
import { sqlSettings } from './settings.ts';
import { sqlStores } from './stores.ts';
import { sqlTimerFrames } from './timer-frames.ts';

/** A storage over a driver. The driver is the storage's from then on: closing the storage closes it. */
export function createSqlStorage(driver: SqlDriver): Storage {
  return {
    name: driver.name,
    accounts: sqlAccounts(driver),
    apiKeys: sqlApiKeys(driver),
    stores: sqlStores(driver),
    records: sqlRecords(driver),
    jobs: sqlJobs(driver),
    settings: sqlSettings(driver),
    accountNumbers: sqlAccountNumbers(driver),
    blobs: sqlBlobs(driver),
    blobObjects: sqlBlobObjects(driver),
    images: sqlImages(driver),
    fonts: sqlFonts(driver),
    timerFrames: sqlTimerFrames(driver),
    maps: sqlMaps(driver),
    locations: sqlLocations(driver),
    geocoding: sqlGeocoding(driver),
    requestCounts: sqlRequestCounts(driver),
    accountUsage: sqlAccountUsage(driver),
    figures: () => driver.figures(),
    describe: () => driver.run('scan', 'describeStorage', null),
    migrate: () => driver.migrate(),
    ping: () => driver.ping(),
    close: () => driver.close(),
  };
}
