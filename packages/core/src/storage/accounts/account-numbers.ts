/** The resources that are numbered within an account, visible to users. */
export type NumberedKind = 'images' | 'fonts' | 'maps';

/**
 * The numbers that accounts have assigned. Inserts take them. This facet is for copies: a copy must not reuse a number
 * of the original, even of a deleted resource.
 */
export interface AccountNumberStorage {
  /** Returns the highest number of the kind that the account has assigned, or null if there is none. */
  last(accountId: string, kind: NumberedKind): Promise<number | null>;
  /** Makes later numbers higher than this one. Never lowers them. */
  raise(accountId: string, kind: NumberedKind, number: number): Promise<void>;
}
