import type { Storage } from '@vitrine/core/storage';
import { sqlAccounts } from './accounts.ts';
import { sqlApiKeys } from './api-keys.ts';
import type { SqlDriver } from './driver.ts';
import { sqlJobs } from './jobs.ts';
import { sqlRecords } from './records.ts';
import { sqlSettings } from './settings.ts';
import { sqlStores } from './stores.ts';

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
    migrate: () => driver.migrate(),
    ping: () => driver.ping(),
    close: () => driver.close(),
  };
}
