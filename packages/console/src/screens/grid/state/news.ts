/** Records that others have added: their ids, and the number of those that imports have added. */
export interface News {
  readonly ids: ReadonlySet<string>;
  readonly imported: number;
  /** Whether changes were missed, because they are not kept that long. */
  readonly isMissed: boolean;
}

export const NO_NEWS: News = { ids: new Set(), imported: 0, isMissed: false };
