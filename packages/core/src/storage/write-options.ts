/** Who makes a write: the id and the name of an API key. */
export interface WriteAuthor {
  readonly id: string;
  readonly name: string;
}

/** What a write carries besides its values. */
export interface WriteOptions {
  /** For the log of changes. Null, the default: the system, or a program that embeds Vitrine and uses no key. */
  readonly by?: WriteAuthor | null | undefined;
}
