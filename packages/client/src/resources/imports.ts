import type { ImportResponse, Routes, StartImportResponse } from '../contracts.ts';
import type { FileContent } from '../files.ts';
import type { CallOptions, Transport } from '../transport.ts';
import type { StoreIds, StoreName } from './store-ids.ts';

type StartQuery = NonNullable<Routes['POST /v2/stores/{storeId}/imports']['query']>;

/** How a file is read and written. What is omitted is detected. */
export interface ImportRequest extends Omit<StartQuery, 'mapping' | 'dryRun'> {
  /** The property of a column, or null to skip it. Other columns have the property of their name. */
  readonly mapping?: Readonly<Record<string, string | null>> | undefined;
  /** Whether nothing is written. */
  readonly dryRun?: boolean | undefined;
}

/** Imports of files into stores. */
export interface Imports {
  /** Sends a file (CSV, TSV, JSON or NDJSON). The server writes its records after the call has returned. */
  start(
    store: StoreName,
    file: FileContent,
    request?: ImportRequest,
    options?: CallOptions,
  ): Promise<StartImportResponse>;
  get(store: StoreName, importId: string, options?: CallOptions): Promise<ImportResponse>;
  /** Returns the refused records as CSV, with their errors in the first column. */
  refused(store: StoreName, importId: string, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
  /** Ends an import. What it has written stays. */
  cancel(store: StoreName, importId: string, options?: CallOptions): Promise<void>;
}

const IMPORTS = '/v2/stores/{storeId}/imports';

export function createImports({ call }: Transport, ids: StoreIds): Imports {
  const toParams = async (store: StoreName, importId: string, options: CallOptions = {}) => ({
    storeId: await ids.resolve(store, options),
    importId,
  });
  return {
    async start(store, file, { mapping, dryRun, ...rest } = {}, options = {}) {
      const storeId = await ids.resolve(store, options);
      const query: StartQuery = {
        ...rest,
        ...(mapping === undefined ? {} : { mapping: JSON.stringify(mapping) }),
        ...(dryRun === undefined ? {} : { dryRun: dryRun ? 'true' : 'false' }),
      };
      const body = file instanceof Blob ? file : new Blob([file]);
      return call(`POST ${IMPORTS}`, { params: { storeId }, query, body }, options);
    },
    get: async (store, importId, options) =>
      call(`GET ${IMPORTS}/{importId}`, { params: await toParams(store, importId, options) }, options),
    refused: async (store, importId, options) => {
      const params = await toParams(store, importId, options);
      return call(`GET ${IMPORTS}/{importId}/refused`, { params, stream: true }, options);
    },
    async cancel(store, importId, options) {
      const params = await toParams(store, importId, options);
      await call(`DELETE ${IMPORTS}/{importId}`, { params }, options);
    },
  };
}
