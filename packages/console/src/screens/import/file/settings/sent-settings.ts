import type { ImportRequest, InferStoreResponse } from '@vitrine/client';

/** How a file was sent: what is needed to send some of its records again. */
export type SentSettings = Pick<ImportRequest, 'delimiter' | 'decimal' | 'dates' | 'mapping' | 'mode'>;

const entryOf = (importId: string) => `vitrine.import.${importId}`;

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

/** What this tab knows of an import. */
interface Sent {
  readonly settings: SentSettings;
  readonly isNewStore: boolean;
}

/**
 * Keeps the settings of an import in this tab.
 *
 * @param isNewStore whether the store was made for the file.
 */
export function rememberSettings(importId: string, settings: SentSettings, isNewStore = false): void {
  const sent: Sent = { settings, isNewStore };
  try {
    sessionStorage.setItem(entryOf(importId), JSON.stringify(sent));
  } catch {
    // A full storage: columns are found by their names then.
  }
}

/** Returns the settings of an import of this tab; none for others. */
export function settingsOf(importId: string): SentSettings {
  return sentOf(importId).settings ?? {};
}

/** Returns whether an import of this tab is into a store that was made for its file. */
export function isIntoNewStore(importId: string): boolean {
  return sentOf(importId).isNewStore ?? false;
}

function sentOf(importId: string): Partial<Sent> {
  return JSON.parse(sessionStorage.getItem(entryOf(importId)) ?? '{}') as Partial<Sent>;
}
