import type { CallOptions, Transport } from '../transport.ts';

/** Jobs of the server. `status` lists those that failed. */
export interface Jobs {
  /** Enqueues a failed job again. */
  retry(id: number, options?: CallOptions): Promise<void>;
}

export function createJobs({ call }: Transport): Jobs {
  return {
    retry: (id, options) => call('POST /admin/jobs/{id}/retry', { params: { id } }, options),
  };
}
