import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface GeocoderMeasurements {
  /** Time until the first address is found. */
  readonly loadMillis: number;
  /** Processor time of the same, which excludes other work of the machine. */
  readonly loadCpuMillis: number;
  /** The longest delay of other work in the process during the load. */
  readonly longestTurnMillis: number;
  /** Growth of the process's resident memory by the load, after a garbage collection. */
  readonly keptMegabytes: number;
  /** The peak of the same. */
  readonly peakMegabytes: number;
  /** Processor time until the first address in another script is found. */
  readonly otherNamesCpuMillis: number;
  /** As `keptMegabytes`, with the names in other scripts. */
  readonly keptWithOtherNamesMegabytes: number;
  /** Per second of processor time. */
  readonly addressesPerSecond: number;
}

/** Measures the offline geocoder in a separate process. */
export async function measureGeocoder(): Promise<GeocoderMeasurements> {
  const script = fileURLToPath(new URL('./fresh-process.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--conditions=vitrine-source',
    '--expose-gc',
    script,
  ]);
  return JSON.parse(stdout);
}
