import { accountPrincipal, createVitrine, type Media, type Principal, type Vitrine } from '@vitrine/core';
import type { Storage } from '@vitrine/core/storage';
import { createMedia } from '@vitrine/media';
import { photo } from '../gallery/photo.ts';

type Design = Parameters<Vitrine['timerFrames']['create']>[1]['design'];

/**
 * Returns the most expensive design: large, double resolution, on a photograph, partly transparent, with 120 frames.
 */
function heavyDesign(imageId: number, color: string): Design {
  return {
    width: 1200,
    height: 600,
    scale: 2,
    frames: 120,
    optimize: false,
    background: { imageId, color, transparent: true },
    digits: { size: 180 },
    target: { date: inDays(30) },
  };
}

/** The paths of saved timers. */
export interface TimerShop {
  /** The heaviest timers of an account, all different. */
  readonly heavy: readonly string[];
  /** A timer of the same account with a GIF of several megabytes, more than the buffers of a connection hold. */
  readonly large: string;
  /** An ordinary timer of another account. */
  readonly other: string;
}

/**
 * Creates timers of two accounts without rendering them, so that the attacked server has none in its cache. Closes the
 * storage.
 */
export async function stockTimers(storage: Storage, heavy: number): Promise<TimerShop> {
  const media = createMedia();
  const vitrine = await createVitrine({
    storage,
    media: drawingNothing(media),
    baseUrl: 'http://vitrine.test',
  });
  try {
    const flood = accountPrincipal((await vitrine.accounts.create('Flood')).id);
    const other = accountPrincipal((await vitrine.accounts.create('Other')).id);
    const file = { bytes: await photo('dusk'), name: 'dusk.png' };
    const { id } = await vitrine.images.add(flood, { file });
    const colors = Array.from({ length: heavy }, (_, at) => `#00${(4_096 + at).toString(16)}`);
    const paths: string[] = [];
    for (const color of colors) paths.push(await save(vitrine, flood, heavyDesign(id, color)));
    const size = { width: 800, height: 400, digits: { size: 120 } };
    const large = { ...size, frames: 120, optimize: false, background: { imageId: id } };
    return {
      heavy: paths,
      large: await save(vitrine, flood, { ...large, target: { date: inDays(20) } }),
      other: await save(vitrine, other, { target: { date: inDays(10) } }),
    };
  } finally {
    await vitrine.close();
  }
}

function drawingNothing(media: Media): Media {
  return {
    ...media,
    renderTimer: async () => new Uint8Array(1),
    checkTimer: async () => ({ warnings: [], estimatedBytes: 1 }),
  };
}

async function save(vitrine: Vitrine, principal: Principal, design: Design): Promise<string> {
  const conversationId = 'attack';
  const { timerFrameId } = await vitrine.timerFrames.create(principal, { conversationId, design });
  const { productionUrl } = await vitrine.timerFrames.save(principal, timerFrameId, { conversationId });
  return new URL(productionUrl).pathname;
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}
