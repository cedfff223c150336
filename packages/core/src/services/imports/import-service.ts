import type {
  ImportResponse,
  ImportSummary,
  InferStoreQuery,
  InferStoreResponse,
  ListImportsQuery,
  RefusedRecordsQuery,
  StartImportQuery,
  StartImportResponse,
} from '../../contracts/stores/imports.ts';
import type { StorePropertyRequest } from '../../contracts/stores/stores.ts';
import type { Page } from '../../ground/calls/pages.ts';
import type { Principal } from '../../ports/access.ts';
import type { ImportWatch } from './import-to-end.ts';
import type { OpenUpload } from './infer-store.ts';
import type { RefusedRows } from './refused-records.ts';

/** The content of a file: text, bytes, or a stream of them, such as `createReadStream` of Node returns. */
export type ImportFile = string | Uint8Array | ArrayBuffer | Blob | AsyncIterable<Uint8Array | string>;

/** How a file is read and written. What is omitted is detected. */
export interface ImportOptions
  extends Omit<StartImportQuery, 'mapping' | 'dryRun' | 'properties'>,
    ImportWatch<ImportResponse> {
  /** The property of a column, or null to skip it. Other columns have the property of their name. */
  readonly mapping?: Readonly<Record<string, string | null>> | undefined;
  /** Whether nothing is written. */
  readonly dryRun?: boolean | undefined;
  /** Only for a dry run into the store `new`, which does not exist: the properties that it would have. */
  readonly properties?: readonly StorePropertyRequest[] | undefined;
}

/** Files of records (docs/rules.md#imports). Both kinds of key may call it, a store key for its store. */
export interface ImportService {
  /**
   * Examines the first 1,000 rows of a file and proposes the properties of a store for it. Stores nothing and reads at
   * most 4 MiB of the file.
   *
   * @throws ValidationError for a file that can't be read, at the parameter that decides how to.
   */
  infer(
    principal: Principal,
    query: InferStoreQuery,
    file: ImportFile | OpenUpload,
  ): Promise<InferStoreResponse>;
  /**
   * Stores a file, which a job then writes into the store. `new` in place of an id: a dry run for a store that does not
   * exist, for account keys.
   *
   * @throws ValidationError for a file that can't be read or does not match the store. Nothing is stored then.
   */
  start(
    principal: Principal,
    storeId: string,
    query: StartImportQuery,
    file: ImportFile | OpenUpload,
  ): Promise<StartImportResponse>;
  /**
   * Imports a whole file and returns the import after its end, in this process also without `work`. Refused records are
   * listed in `errors`; the others are written. The signal also cancels the import.
   *
   * @throws ValidationError as `start`, and for a file that turns out to be unreadable. What was written before stays.
   */
  run(
    principal: Principal,
    storeId: string,
    file: ImportFile,
    options?: ImportOptions,
  ): Promise<ImportResponse>;
  /** Newest first. */
  list(principal: Principal, storeId: string, query?: ListImportsQuery): Promise<Page<ImportSummary>>;
  get(principal: Principal, storeId: string, importId: string): Promise<ImportResponse>;
  /** Ends an import. What it has written stays. Removes an import that has ended, with its refused records. */
  cancel(principal: Principal, storeId: string, importId: string): Promise<void>;
  /** Returns the kept refused records as rows of text: their errors, then their cells. */
  refused(
    principal: Principal,
    storeId: string,
    importId: string,
    query?: RefusedRecordsQuery,
  ): Promise<RefusedRows>;
}
