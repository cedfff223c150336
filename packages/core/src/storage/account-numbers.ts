/** What is numbered within an account, for people to see. */
export type NumberedKind = 'images' | 'fonts' | 'maps';

/**
 * How far the numbers of accounts have got. Inserting takes them; this is for copies, so that a copy gives no number again that
 * the original has given, even to what is deleted by now.
 */
export interface AccountNumberStorage {
  /** The highest number of the kind that the account has given, null when none. */
  last(accountId: string, kind: NumberedKind): Promise<number | null>;
  /** Makes later numbers higher than this one. Never makes them lower. */
  raise(accountId: string, kind: NumberedKind, number: number): Promise<void>;
}
