import type { Metric } from '@vitrine/core';

/** The stages of a request. Each has a deadline. */
export type DeadlineStage = 'read' | 'run' | 'response';

/** Counts requests that ended at a deadline. */
export interface DeadlineCounts {
  add(stage: DeadlineStage): void;
  metrics(): Metric[];
}

export function deadlineCounts(): DeadlineCounts {
  const counts: Record<DeadlineStage, number> = { read: 0, run: 0, response: 0 };
  return {
    add(stage) {
      counts[stage]++;
    },
    metrics: () =>
      Object.entries(counts).map(([stage, value]) => ({
        name: 'vitrine_deadlines_total',
        help: 'Requests that ended at a deadline: the body arrived too slowly (read), the handler took too long (run), the client received the response too slowly (response).',
        kind: 'counter',
        labels: { stage },
        value,
      })),
  };
}
