/** One rule of the interface document or of its decisions. */
export interface Requirement {
  /** Where it is written: `interface Errors`, `decisions 3`, `decisions 12.4`. */
  readonly source: string;
  /** The rule in one sentence. */
  readonly text: string;
}

/** A rule about something that is not built yet; no test may cite it. */
export interface OpenRequirement extends Requirement {
  /** The later work that brings it. */
  readonly open: string;
}

export function rule(source: string, text: string): Requirement {
  return { source, text };
}

export function later(open: string, source: string, text: string): OpenRequirement {
  return { source, text, open };
}
