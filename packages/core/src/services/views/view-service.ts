import type {
  CreateViewRequest,
  ListViewsQuery,
  UpdateViewRequest,
  ViewResponse,
} from '../../contracts/stores/views.ts';
import type { Page } from '../../ground/calls/pages.ts';
import type { Principal } from '../../ports/access.ts';
import type { OnceOptions } from '../idempotency/idempotency.ts';

/**
 * Saved views of the records of a store (docs/rules.md#views). Any key of the store reads them; changes throw `forbidden`
 * for a store key. An id of another store throws `not_found`.
 */
export interface ViewService {
  /**
   * Saves a view.
   * @throws ValidationError at the members of `query` that the store does not allow, and for more than 200 views of a store.
   */
  create(
    principal: Principal,
    storeId: string,
    request: CreateViewRequest,
    options?: OnceOptions,
  ): Promise<ViewResponse>;
  /** Newest first. */
  list(principal: Principal, storeId: string, query?: ListViewsQuery): Promise<Page<ViewResponse>>;
  get(principal: Principal, storeId: string, viewId: string): Promise<ViewResponse>;
  /** Changes the given members only, each as a whole. The last of two racing calls wins for each member. */
  update(
    principal: Principal,
    storeId: string,
    viewId: string,
    request: UpdateViewRequest,
  ): Promise<ViewResponse>;
  delete(principal: Principal, storeId: string, viewId: string): Promise<void>;
}
