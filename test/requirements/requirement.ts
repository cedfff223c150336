/** One rule of the interface document or of its decisions. */
export interface Requirement {
  /** The section of the rule: `interface Errors`, `decisions 3`, `decisions 12.4`. */
  readonly source: string;
  /** The rule in one sentence. */
  readonly text: string;
}

export function rule(source: string, text: string): Requirement {
  return { source, text };
}
