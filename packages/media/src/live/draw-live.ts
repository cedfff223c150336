import type { DrawnLive } from '@vitrine/core/server';
import type { ByteSink } from '../gif/byte-sink.ts';
import type { Canvas } from '../paint/canvas.ts';
import { groundColor } from '../paint/color.ts';
import type { ScratchCanvas } from '../paint/scratch-canvas.ts';
import { writeLiveGif } from './files/live-gif.ts';
import { stillFile } from './files/still-file.ts';
import type { LiveInput } from './painting/live-input.ts';
import type { Masks } from './painting/mask-cache.ts';
import { PartPainter } from './painting/part-painter.ts';

/** The memory that drawings use, one after the other. */
export interface DrawingMemory {
  readonly sink: ByteSink;
  readonly scratch: ScratchCanvas;
}

/**
 * Draws a live image over the base of its design, one after the other in the same memory.
 *
 * @param base stays as it is.
 */
export async function drawLive(
  base: Canvas,
  { format, matte, parts }: LiveInput,
  masks: Masks,
  { sink, scratch }: DrawingMemory,
): Promise<DrawnLive> {
  const painter = new PartPainter(parts, masks);
  const canvas = scratch.copyOf(base);
  const first = parts.list.findIndex(({ type }) => type === 'timer');
  const hasTimer = first !== -1;
  if (format === 'gif' || (format === 'auto' && hasTimer)) {
    const end = hasTimer ? first : parts.list.length;
    painter.paint(canvas, parts.list.slice(0, end));
    const moving = { below: canvas, parts: parts.list.slice(end), painter };
    return { format: 'gif', bytes: writeLiveGif(sink, moving) };
  }
  painter.paint(canvas, parts.list);
  return stillFile(canvas, format, groundColor(matte));
}
