import type { Principal } from '../access.ts';
import type { InferStoreQuery, InferStoreResponse } from '../contracts/imports.ts';
import { inferStore, type OpenUpload } from './infer-store.ts';

/** Files of records (docs/rules.md#imports). Both kinds of key may call it. */
export interface ImportService {
  /**
   * Examines the first 1,000 rows of a file and proposes the properties of a store for it. Stores nothing and reads at
   * most 4 MiB of the file.
   *
   * @throws ValidationError for a file that can't be read, at the parameter that decides how to.
   */
  infer(principal: Principal, query: InferStoreQuery, open: OpenUpload): Promise<InferStoreResponse>;
}

export function importService(): ImportService {
  return { infer: inferStore };
}
