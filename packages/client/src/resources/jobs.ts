import type { CallOptions } from '../transport.ts';

/** Jobs of the server. `status` lists those that failed. */
export interface Jobs {
  /** Enqueues a failed job again. */
  retry(id: number, options?: CallOptions): Promise<void>;
}
