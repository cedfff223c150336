/** The names of the settings in a storage. */
export const SETTING = {
  /** The generated secret, used if the operator sets none. */
  secret: 'secret',
  /** The generated secret of the URLs of live images. */
  linksSecret: 'links_secret',
  /** The id of the account that the first server creates. Set before the account exists. */
  firstAccount: 'first_account',
  /** The id of the account that `accounts.ensure` creates for a name. The hash of the name follows. */
  ensuredAccount: 'ensured_account ',
  /** A random id. A copy stores the id of its source. */
  databaseId: 'database_id',
  /** The id of the source of this copy. Set when the copy begins. */
  copySource: 'copy_source',
  /** Set when the copy is complete and was compared with its source. */
  copyDone: 'copy_done',
} as const;
