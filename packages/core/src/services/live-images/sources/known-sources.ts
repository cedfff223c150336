import type { CompiledLive } from '../../../live/design/compiled-design.ts';
import type { SourceData, SourceResults, SourceValue } from '../../../live/values/source-data.ts';
import type { LiveValue } from '../../../live/values/variables.ts';
import type { Clock } from '../../../ports/ports.ts';
import type { ImageRow } from '../../../storage/images/images.ts';
import { LastHour } from '../../../turns/shared-cache.ts';

const KEPT_BYTES = 16 * 1024 * 1024;
/** Bytes of an opening, of a record and of a value, besides their texts. */
const OVERHEAD = 200;

/** What decides what the sources of a saved live image find. */
export interface OpenedFor {
  readonly image: Pick<ImageRow, 'publicId' | 'version' | 'accountId'>;
  readonly compiled: Pick<CompiledLive, 'names'>;
  readonly variables: ReadonlyMap<string, LiveValue>;
}

/**
 * What the sources of openings have found in the last hour. A mail shows its pictures with these values for as long as the
 * storage is away (docs/rules.md#production-urls).
 */
export interface KnownSources {
  keep(opened: OpenedFor, found: SourceResults): void;
  /** Null: there was no opening with these variables, or it is over an hour ago. */
  find(opened: OpenedFor): SourceResults | null;
}

export function knownSources(clock: Clock): KnownSources {
  const known = new LastHour<SourceResults>(KEPT_BYTES, clock);
  return {
    keep(opened, found) {
      if (found.size === 0) return;
      const used = new Set(opened.compiled.names);
      const kept = new Map([...found].map(([name, data]) => [name, data && usedOf(name, data, used)]));
      const key = keyOf(opened);
      const { accountId: account } = opened.image;
      known.keep(key, kept, { account, bytes: 2 * key.length + bytesOf(kept) });
    },
    find: (opened) => known.find(keyOf(opened)) ?? null,
  };
}

function keyOf({ image: { publicId, version }, variables }: OpenedFor): string {
  return JSON.stringify([publicId, version, [...variables.values()].map(({ value }) => value)]);
}

/** Returns the values that the design uses, since a record may have many others. */
function usedOf(name: string, { id, values }: SourceData, used: ReadonlySet<string>): SourceData {
  return { id, values: new Map([...values].filter(([property]) => used.has(`${name}.${property}`))) };
}

function bytesOf(found: SourceResults): number {
  let bytes = OVERHEAD;
  for (const data of found.values()) {
    bytes += OVERHEAD;
    for (const value of data?.values.values() ?? []) bytes += OVERHEAD + textBytes(value);
  }
  return bytes;
}

function textBytes({ shown, stored }: SourceValue): number {
  return (
    2 * ((typeof shown === 'string' ? shown.length : 0) + (typeof stored === 'string' ? stored.length : 0))
  );
}
