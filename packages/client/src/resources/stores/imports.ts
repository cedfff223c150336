import { sleep } from '../../deadline.ts';
import { createError } from '../../errors.ts';
import { asBlob, type FileContent } from '../../files.ts';
import type {
  ImportResponse,
  ImportSummary,
  Routes,
  StartImportResponse,
  StorePropertyRequest,
} from '../../generated/contracts.ts';
import { type ImportWatch, importToEnd } from '../../generated/import-to-end.ts';
import type { Pages } from '../../generated/pages.ts';
import type { StoreRef } from '../../generated/store-types.ts';
import type { Methods } from '../../methods.ts';
import type { CallOptions } from '../../transport.ts';
import type { StoreName } from './store-ids.ts';

type ListImports = Routes['GET /v2/stores/{storeId}/imports']['query'];
type StartQuery = NonNullable<Routes['POST /v2/stores/{storeId}/imports']['query']>;

/** In place of a store: a dry run with the `properties` of a store that does not exist. */
export const NEW_STORE: StoreRef & { readonly id: string } = { name: 'new', id: 'new' };

/** A file of records. A stream is sent as it arrives, which browsers can do over HTTP/2 only. */
export type ImportFile = FileContent | string | ReadableStream<Uint8Array>;

/** How a file is read and written. What is omitted is detected. */
export interface ImportRequest extends Omit<StartQuery, 'mapping' | 'dryRun' | 'properties'> {
  /** The property of a column, or null to skip it. Other columns have the property of their name. */
  readonly mapping?: Readonly<Record<string, string | null>> | undefined;
  /** Whether nothing is written. */
  readonly dryRun?: boolean | undefined;
  /** Only for `NEW_STORE`: the properties that the store would have. */
  readonly properties?: readonly StorePropertyRequest[] | undefined;
}

export interface ImportOptions
  extends ImportRequest,
    ImportWatch<ImportResponse>,
    Omit<CallOptions, 'idempotencyKey' | 'signal'> {}

/** Imports of files into stores. */
export interface Imports {
  /**
   * Sends a file (CSV, TSV, JSON or NDJSON). The server writes its records after the call has returned. Without a time
   * limit by default.
   */
  start(
    store: StoreName,
    file: ImportFile,
    request?: ImportRequest,
    options?: CallOptions,
  ): Promise<StartImportResponse>;
  /** Lists the imports of a store, newest first. */
  list(store: StoreName, request?: ListImports, options?: CallOptions): Pages<ImportSummary>;
  get(store: StoreName, importId: string, options?: CallOptions): Promise<ImportResponse>;
  /** Returns the first 1,000 refused records as CSV, with their errors in the first column. */
  refused(store: StoreName, importId: string, options?: RefusedOptions): Promise<ReadableStream<Uint8Array>>;
  /** Ends an import, or removes one that has ended. The records that it has written stay. */
  cancel(store: StoreName, importId: string, options?: CallOptions): Promise<void>;
}

export interface RefusedOptions extends CallOptions {
  /** raw: no ' before text that a spreadsheet would read as a formula. */
  readonly formulas?: 'raw' | 'guarded' | undefined;
}

const IMPORT = '/v2/stores/{storeId}/imports/{importId}';

export function createImports({ call, method, pages }: Methods): Imports {
  return {
    list: pages('GET /v2/stores/{storeId}/imports'),
    start: (store, file, { mapping, properties, ...query } = {}, options) =>
      call(
        'POST /v2/stores/{storeId}/imports',
        {
          params: { storeId: store as string },
          query: {
            ...query,
            mapping: mapping && JSON.stringify(mapping),
            properties: properties && JSON.stringify(properties),
          },
          body: typeof file === 'string' ? asBlob(file) : file,
        },
        { ...options, timeout: options?.timeout ?? 0 },
      ),
    get: method(`GET ${IMPORT}`),
    refused: (store, importId, { formulas, ...options } = {}) =>
      call(
        `GET ${IMPORT}/refused`,
        { params: { storeId: store as string, importId }, query: { formulas }, read: 'stream' },
        options,
      ),
    cancel: method(`DELETE ${IMPORT}`),
  };
}

/** Imports a file and waits for the end of the import. An import whose caller has left is cancelled. */
export async function importFile(
  { start, get, cancel }: Imports,
  store: StoreName,
  file: ImportFile,
  { onProgress, signal, timeout, retries, ...request }: ImportOptions = {},
): Promise<ImportResponse> {
  const options = { signal, timeout, retries };
  const { importId } = await start(store, file, request, options);
  return importToEnd(
    {
      get: () => get(store, importId, options),
      wait: (time) => sleep(time, signal),
      cancel: () => cancel(store, importId),
      failed: (reason) => createError('validation_failed', reason),
    },
    { onProgress, signal },
  );
}
