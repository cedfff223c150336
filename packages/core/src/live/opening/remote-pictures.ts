import type { Metric } from '../../ground/metric.ts';

/** A picture of a URL. The same hash means the same bytes. */
export interface FoundPicture {
  readonly hash: string;
  load(): Promise<Uint8Array>;
}

/** The pictures of the URLs in live images (docs/rules.md#remote-pictures). */
export interface RemotePictures {
  /**
   * Returns the pictures by their URLs. One that fails, or that does not come in time, is missing; its fetch goes on for
   * the next opening. Pictures of this server are read without the network. Never rejects.
   *
   * @param within milliseconds.
   */
  find(
    accountId: string,
    urls: readonly string[],
    within: number,
  ): Promise<ReadonlyMap<string, FoundPicture>>;
  metrics(): Metric[];
}
