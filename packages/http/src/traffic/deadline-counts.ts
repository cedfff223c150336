import type { Figure } from '@vitrine/core';

/** The parts of a request that have a deadline each. */
export type DeadlineStage = 'read' | 'work' | 'answer';

/** Counts the requests that a deadline ended. */
export interface DeadlineCounts {
  add(stage: DeadlineStage): void;
  figures(): Figure[];
}

export function deadlineCounts(): DeadlineCounts {
  const counts: Record<DeadlineStage, number> = { read: 0, work: 0, answer: 0 };
  return {
    add(stage) {
      counts[stage]++;
    },
    figures: () =>
      Object.entries(counts).map(([stage, value]) => ({
        name: 'vitrine_deadlines_total',
        help: 'Requests that a deadline ended: the body came too slowly (read), the handler took too long (work), the client took too little of the answer (answer).',
        kind: 'counter',
        labels: { stage },
        value,
      })),
  };
}
