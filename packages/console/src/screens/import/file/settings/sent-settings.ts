import type { ImportRequest, InferStoreResponse } from '@vitrine/client';
import { deviceStorage } from '../../../../session/browser-storage.ts';

/** How a file was sent: what is needed to send some of its records again. */
export type SentSettings = Pick<ImportRequest, 'delimiter' | 'decimal' | 'dates' | 'mapping' | 'mode'>;

const ENTRY = 'vitrine.imports';
/** Imports of this device whose settings are kept. The server keeps an import for a week. */
const KEPT_MAX = 50;

/** Returns the request of an import together with what was detected about its file. */
export function settleSettings(request: ImportRequest, found: InferStoreResponse): SentSettings {
  const { mapping, mode } = request;
  const delimiter = request.delimiter ?? found.delimiter;
  const decimals = found.properties.map((column) => column.decimal);
  const orders = found.properties.map((column) => column.dates);
  // A few records decide less than the whole file, also about a column that was text as a whole.
  const decimal = request.decimal ?? found.decimal ?? only(decimals, ['point', 'comma']);
  const dates = request.dates ?? only(orders, ['dmy', 'mdy']);
  return {
    mapping,
    mode,
    ...(delimiter === null ? {} : { delimiter: delimiter as ImportRequest['delimiter'] }),
    ...(decimal === null ? {} : { decimal }),
    ...(dates === null ? {} : { dates }),
  };
}

/** Returns the value of the columns that have one of `values`. Null: none has, or they differ. */
function only<const Value extends string>(
  columns: readonly (string | null)[],
  values: readonly Value[],
): Value | null {
  const [found = null, ...others] = values.filter((value) => columns.includes(value));
  return others.length === 0 ? found : null;
}

/** What this device knows of an import. */
interface Sent {
  readonly importId: string;
  readonly settings: SentSettings;
  readonly isNewStore: boolean;
}

/** Those of this page, also where the browser forbids its storage. */
const own = new Map<string, Sent>();

/**
 * Keeps the settings of an import on this device.
 *
 * @param isNewStore whether the store was made for the file.
 */
export function rememberSettings(importId: string, settings: SentSettings, isNewStore = false): void {
  const sent: Sent = { importId, settings, isNewStore };
  own.set(importId, sent);
  deviceStorage.write(ENTRY, JSON.stringify([sent, ...readKept()].slice(0, KEPT_MAX)));
}

/** Returns the settings of an import. Null: it was sent from another device, or long ago. */
export function settingsOf(importId: string): SentSettings | null {
  return sentOf(importId)?.settings ?? null;
}

/** Returns whether an import of this device is into a store that was made for its file. */
export function isIntoNewStore(importId: string): boolean {
  return sentOf(importId)?.isNewStore ?? false;
}

function sentOf(importId: string): Sent | undefined {
  return own.get(importId) ?? readKept().find((sent) => sent.importId === importId);
}

function readKept(): readonly Sent[] {
  return JSON.parse(deviceStorage.read(ENTRY) ?? '[]') as readonly Sent[];
}
