import type { Media } from '@vitrine/core';

export interface MediaOptions {
  /** Lets fonts be fetched from private, loopback and link-local addresses too. Default: off. */
  readonly allowPrivateFetch?: boolean;
}

/** Everything that reads or makes pictures and fonts. Starts nothing until it is first asked for something. */
export function createMedia(_options: MediaOptions = {}): Pick<Media, 'close'> {
  return {
    async close() {},
  };
}
