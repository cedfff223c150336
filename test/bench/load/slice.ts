import type { OperationContext } from '../operations.ts';

/** One operation, sent by so many connections for so long. */
export interface SliceOrder {
  readonly port: number;
  readonly key: string;
  /** `/v2/stores/{storeId}/records` */
  readonly path: string;
  readonly operation: string;
  readonly context: OperationContext;
  readonly connections: number;
  readonly milliseconds: number;
  /** Index of the first request, and how many there may be. */
  readonly first: number;
  readonly most: number;
}

export interface SliceResult {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds, one for each request. */
  readonly latencies: Float64Array;
  /** Of one core, what the load itself used. */
  readonly busy: number;
  /** The first answer that was no 2xx. */
  readonly problem: string | null;
}
