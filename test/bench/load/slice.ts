import type { OperationContext } from '../operations.ts';

/** One operation, the number of connections that send it, and the time. */
export interface SliceOrder {
  readonly port: number;
  readonly key: string;
  /** `/v2/stores/{storeId}/records` */
  readonly path: string;
  readonly operation: string;
  readonly context: OperationContext;
  readonly connections: number;
  readonly milliseconds: number;
  /** Index of the first request, and the maximum number of requests. */
  readonly first: number;
  readonly most: number;
}

export interface SliceResult {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds, one for each request. */
  readonly latencies: Float64Array;
  /** The share of a core that the load used. */
  readonly busy: number;
  /** The first response that was not 2xx. */
  readonly problem: string | null;
}
