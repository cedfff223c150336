import { type Caller, UnavailableError } from '@vitrine/core';
import type { ReadImage, Refusal } from '@vitrine/core/server';
import { JobLostError, type ProcessPool } from '../process/process-pool.ts';
import type { DrawingSources } from './drawing-sources.ts';
import type { ImageTasks } from './image-tasks.ts';

/** Operations on pictures for the main process, which never decodes one itself. */
export interface Images {
  readImage(bytes: Uint8Array, caller: Caller): Promise<ReadImage | Refusal>;
  thumbnail(bytes: Uint8Array, caller: Caller): Promise<Uint8Array>;
  /** Returns the first frame of a picture that `readImage` has accepted, fitted into a rectangle: RGBA, row by row. */
  readonly picture: DrawingSources['picture'];
}

export function imagesOf(pool: ProcessPool<ImageTasks>): Images {
  return {
    async readImage(bytes, caller) {
      try {
        return await pool.run('readImage', bytes, bytes.length, caller);
      } catch (error) {
        if (!(error instanceof JobLostError)) throw error;
        return {
          refused:
            error.reason === 'time'
              ? 'The picture takes too long to decode.'
              : "The picture can't be decoded.",
        };
      }
    },
    thumbnail: (bytes, caller) => inTime(pool.run('thumbnail', bytes, bytes.length, caller)),
    picture: (bytes, size, caller) => inTime(pool.run('pixels', { bytes, ...size }, bytes.length, caller)),
  };
}

async function inTime<R>(job: Promise<R>): Promise<R> {
  try {
    return await job;
  } catch (error) {
    if (!(error instanceof JobLostError)) throw error;
    throw new UnavailableError('The picture was not decoded in time.', { cause: error });
  }
}
