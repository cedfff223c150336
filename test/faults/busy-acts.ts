/** What `busy-file.ts` does. */
export const BUSY_ACTS = ['lock', 'rewrite', 'checkpoint', 'schema', 'vacuum'] as const;
export type BusyAct = (typeof BUSY_ACTS)[number];
