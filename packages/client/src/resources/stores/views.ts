import type {
  CreateViewRequest,
  Routes,
  UpdateViewRequest,
  ViewResponse,
} from '../../generated/contracts.ts';
import type { Pages } from '../../generated/pages.ts';
import type { Methods } from '../../methods.ts';
import type { CallOptions } from '../../transport.ts';
import type { StoreName } from './store-ids.ts';

/** Saved views of the records of stores. */
export interface Views {
  /** Lists the views of a store, newest first. */
  list(
    store: StoreName,
    request?: Routes['GET /v2/stores/{storeId}/views']['query'],
    options?: CallOptions,
  ): Pages<ViewResponse>;
  create(store: StoreName, view: CreateViewRequest, options?: CallOptions): Promise<ViewResponse>;
  get(store: StoreName, viewId: string, options?: CallOptions): Promise<ViewResponse>;
  /** Changes the given members only, each as a whole. */
  update(
    store: StoreName,
    viewId: string,
    changes: UpdateViewRequest,
    options?: CallOptions,
  ): Promise<ViewResponse>;
  delete(store: StoreName, viewId: string, options?: CallOptions): Promise<void>;
}

const VIEWS = '/v2/stores/{storeId}/views';
const VIEW = `${VIEWS}/{viewId}` as const;

export function createViews({ method, pages }: Methods): Views {
  return {
    list: pages(`GET ${VIEWS}`),
    create: method(`POST ${VIEWS}`, 'key'),
    get: method(`GET ${VIEW}`),
    update: method(`PATCH ${VIEW}`),
    delete: method(`DELETE ${VIEW}`),
  };
}
