import { totalmem } from 'node:os';

const MEGABYTE = 1024 * 1024;
/** Some two thousand scenes at 600×150. */
const SCENE_BYTES_MAX = 256 * MEGABYTE;
/** The openings of some seconds. */
const GIF_BYTES_MAX = 32 * MEGABYTE;

/** Bytes that caches may hold. */
export interface MemoryBudget {
  readonly scenes: number;
  readonly gifs: number;
}

/** An eighth of the memory for drawn scenes and a fiftieth for GIFs, up to a bound: a small container keeps less. */
export function memoryBudget(memory: number = memoryOfProcess()): MemoryBudget {
  return {
    scenes: Math.floor(Math.min(SCENE_BYTES_MAX, memory / 8)),
    gifs: Math.floor(Math.min(GIF_BYTES_MAX, memory / 50)),
  };
}

/** The memory limit of the container, else the memory of the machine. */
function memoryOfProcess(): number {
  const granted = process.constrainedMemory();
  return granted > 0 ? Math.min(granted, totalmem()) : totalmem();
}
