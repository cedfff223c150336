/** The names under which a storage's settings lie. */
export const SETTING = {
  /** What was made to sign with, where the operator gave nothing. */
  secret: 'secret',
  /** The id that the account has, or will have, which the first server to start makes. */
  firstAccount: 'first_account',
  /** Random; a copy knows by it what it is a copy of. */
  databaseId: 'database_id',
  /** The database that this one is a copy of; there from the copy's beginning. */
  copySource: 'copy_source',
  /** There when the copy is complete and was compared with its source. */
  copyDone: 'copy_done',
} as const;
