import { totalmem } from 'node:os';

const MEGABYTE = 1024 * 1024;
/** Room for some two thousand scenes at 600×150. */
const SCENE_BYTES_MAX = 256 * MEGABYTE;
/** Room for the requests of some seconds. */
const GIF_BYTES_MAX = 32 * MEGABYTE;
/** Room for some thousand files of live images, and for some hundred decoded pictures in them. */
const LIVE_BYTES_MAX = 64 * MEGABYTE;
const PICTURE_BYTES_MAX = 64 * MEGABYTE;

/** The maximum bytes of caches. */
export interface MemoryBudget {
  readonly scenes: number;
  readonly gifs: number;
  readonly live: number;
  readonly pictures: number;
}

/** Returns an eighth of the memory for scenes and a fiftieth for each of the others, up to an upper bound. */
export function memoryBudget(memory: number = memoryOfProcess()): MemoryBudget {
  return {
    scenes: Math.floor(Math.min(SCENE_BYTES_MAX, memory / 8)),
    gifs: Math.floor(Math.min(GIF_BYTES_MAX, memory / 50)),
    live: Math.floor(Math.min(LIVE_BYTES_MAX, memory / 50)),
    pictures: Math.floor(Math.min(PICTURE_BYTES_MAX, memory / 50)),
  };
}

/** Returns the memory limit of the container, or the memory of the machine. */
function memoryOfProcess(): number {
  const granted = process.constrainedMemory();
  return granted > 0 ? Math.min(granted, totalmem()) : totalmem();
}
