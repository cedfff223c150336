import type { StoreRow } from '../../ground/rows.ts';
import type { ImportBatch, ImportedRecord, ImportRef, RefusedRecord } from '../../storage/imports/imports.ts';
import type { Storage } from '../../storage/storage.ts';
import { NOW, record } from '../fixtures/arrange.ts';
import { arrangeBlob } from '../images/arrange-images.ts';

let lastImport = 0;

/** Returns the reference of a new import into the store. */
export function importRef(store: StoreRow): ImportRef {
  return { accountId: store.accountId, storeId: store.id, id: `import ${++lastImport}` };
}

/** Inserts a queued import into the store. */
export async function arrangeImport(storage: Storage, store: StoreRow): Promise<ImportRef> {
  const chunks = [{ hash: await arrangeBlob(storage), size: 100 }];
  const ref = importRef(store);
  await storage.imports.insert({ ...ref, plan: '{"漢":1}', chunks, createdAt: NOW }, []);
  return ref;
}

export function refusedAt(row: number, errors = '{"":["no"]}'): RefusedRecord {
  return { row, line: row + 1, bytes: row * 10, length: 10, errors };
}

export function imported(
  id: string,
  values: Parameters<typeof record>[1] = {},
  complete = true,
  row = 1,
): ImportedRecord {
  return { ...record(id, values), complete, place: refusedAt(row, '{"n":["missing"]}') };
}

export function batchOf(change: Partial<ImportBatch>): ImportBatch {
  return {
    from: { bytes: 0, line: 0 },
    to: { bytes: 50, line: 5 },
    mode: 'upsert',
    records: [],
    existsErrors: '{"":["exists"]}',
    tooLargeErrors: '{"":["large"]}',
    counts: { read: 3, created: 0, updated: 0, unchanged: 0, refused: 0 },
    refused: [],
    drafts: [],
    changes: '[]',
    ...change,
  };
}
