/** A draft of a timer or of a live image. */
export interface AnyDraft {
  readonly name: string;
  readonly design: object;
  readonly revision: number;
  readonly status: 'draft' | 'saved';
}

/** How drafts of one kind are changed, read and drawn. */
export interface DraftKind<Draft extends AnyDraft, Changes extends object> {
  /** The id of the draft. */
  readonly id: string;
  /**
   * @param name a new one.
   * @param revision refused if the draft has another one now.
   */
  update(changes: Changes, name: string | undefined, revision: number): Promise<Draft>;
  get(signal: AbortSignal): Promise<Draft>;
  preview(draft: Draft, signal: AbortSignal): Promise<Blob>;
  /** Returns the design with changes. Default: those of a merge patch whose nulls stay. */
  readonly apply?: (design: Draft['design'], changes: Changes) => Draft['design'];
  /**
   * Returns what gives other names to parts that changes add, in changes, because others have given theirs meanwhile. Null:
   * nobody has.
   */
  readonly renamed?: (
    changes: Changes,
    before: Draft['design'],
    now: Draft['design'],
  ) => ((changes: Changes) => Changes) | null;
}
