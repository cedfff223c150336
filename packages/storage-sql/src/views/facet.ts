import type { ViewRef, ViewStorage } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';
import { runWrite } from '../run-write.ts';

export function sqlViews(driver: SqlDriver): ViewStorage {
  return {
    insert: (view, most, options) =>
      runWrite(driver, 'insertView', { view: { ...view }, most }, { account: view.accountId }, options),
    get: (ref) => driver.run('getView', { viewRef: viewRefOf(ref) }),
    list: ({ id: storeId, accountId }, { kind, before, limit }) =>
      driver.run('listViews', { accountId, storeId, kind, before, limit }),
    update: (ref, change, now) =>
      driver.run(
        'updateView',
        { viewRef: viewRefOf(ref), change: { ...change }, now },
        { account: ref.accountId },
      ),
    delete: (ref) => driver.run('deleteView', { viewRef: viewRefOf(ref) }, { account: ref.accountId }),
  };
}

/** Returns the reference of a row, because callers may pass whole rows. Only the reference crosses to the writer. */
function viewRefOf({ id, accountId, storeId }: ViewRef): ViewRef {
  return { id, accountId, storeId };
}
