import { availableParallelism } from 'node:os';
import { PATIENCE } from '../deadline.ts';
import type { DrawingSources } from '../image/drawing-sources.ts';
import { GlyphStore } from '../text/glyph-store.ts';
import { type MemoryBudget, memoryBudget } from './memory-budget.ts';
import { type RenderThreads, renderThreads } from './render-threads.ts';

/** What all that draws shares. */
export interface DrawingTools {
  readonly sources: DrawingSources;
  readonly store: GlyphStore;
  readonly threads: RenderThreads;
  readonly budget: MemoryBudget;
  /** Milliseconds that a call may take. */
  readonly patience: number;
}

interface DrawingLimits {
  readonly budget?: MemoryBudget | undefined;
  readonly patience?: number | undefined;
}

export function drawingTools(
  sources: DrawingSources,
  { budget = memoryBudget(), patience = PATIENCE }: DrawingLimits = {},
): DrawingTools {
  const count = Math.max(1, Math.min(4, availableParallelism() - 1));
  return {
    sources,
    store: new GlyphStore(sources),
    threads: renderThreads(count, { sceneBytes: budget.scenes, patience }),
    budget,
    patience,
  };
}
