import { availableParallelism } from 'node:os';
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
}

export function drawingTools(sources: DrawingSources, budget: MemoryBudget = memoryBudget()): DrawingTools {
  return {
    sources,
    store: new GlyphStore(sources),
    threads: renderThreads(Math.max(1, Math.min(4, availableParallelism() - 1)), budget.scenes),
    budget,
  };
}
