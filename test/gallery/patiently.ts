import { UnavailableError } from '@vitrine/core';

/** Draws again for as long as the machine is too busy, where a reader would get the fallback. */
export async function patiently<Result>(draw: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await draw();
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
    }
  }
}
