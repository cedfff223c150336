import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface GeocoderFigures {
  /** Until the first address is found. */
  readonly loadMillis: number;
  /** Processor time of the same: what else the machine does is not in it. */
  readonly loadCpuMillis: number;
  /** The longest that other work had to wait meanwhile. */
  readonly longestTurnMillis: number;
  /** Growth of the process's resident memory by the load, after a collection of garbage. */
  readonly keptMegabytes: number;
  /** The same at its highest. */
  readonly peakMegabytes: number;
  /** Of processor time. */
  readonly addressesPerSecond: number;
}

/** Figures of the offline geocoder in a process of its own. */
export async function measureGeocoder(): Promise<GeocoderFigures> {
  const script = fileURLToPath(new URL('./fresh-process.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--conditions=vitrine-source',
    '--expose-gc',
    script,
  ]);
  return JSON.parse(stdout);
}
