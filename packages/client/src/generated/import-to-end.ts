// Written by `pnpm client:contracts`. Do not edit.
/** The state of an import, as far as the wait for its end needs it. */
interface ImportState {
  readonly status: string;
  readonly reason?: string | undefined;
  readonly finishedAt: string | null;
}

/** An import that has been started. */
export interface StartedImport<Found extends ImportState> {
  get(): Promise<Found>;
  /** Waits about as long as this, in milliseconds, before the next look. */
  wait(time: number): Promise<unknown>;
  cancel(): Promise<unknown>;
  /** Returns the error of an import that has failed. */
  failed(reason: string): Error;
}

export interface ImportWatch<Found> {
  /** Called after each look at the import. */
  readonly onProgress?: ((progress: Found) => void) | undefined;
  /** Also cancels the import. What it has written stays. */
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds between two looks at an import: at first, and at most. */
const WAIT_FIRST = 100;
const WAIT_MAX = 2_000;

/** Waits for the end of an import. An import whose caller has left is cancelled. */
export async function importToEnd<Found extends ImportState>(
  { get, wait, cancel, failed }: StartedImport<Found>,
  { onProgress, signal }: ImportWatch<Found>,
): Promise<Found> {
  try {
    for (let time = WAIT_FIRST; ; time = Math.min(time * 2, WAIT_MAX)) {
      const found = await get();
      onProgress?.(found);
      if (found.status === 'failed') throw failed(found.reason as string);
      if (found.finishedAt) return found;
      await wait(time);
    }
  } catch (error) {
    if (signal?.aborted) await cancel().catch(() => {});
    throw error;
  }
}
