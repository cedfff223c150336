import type { ImportRequest, InferStoreResponse } from '@vitrine/client';

/** How a file was sent: what is needed to send some of its records again. */
export type SentSettings = Pick<ImportRequest, 'delimiter' | 'decimal' | 'dates' | 'mapping' | 'mode'>;

const entryOf = (importId: string) => `vitrine.import.${importId}`;

/** Returns the request of an import together with what was detected about its file. */
export function settleSettings(request: ImportRequest, found: InferStoreResponse): SentSettings {
  const { mapping, mode } = request;
  const delimiter = request.delimiter ?? found.delimiter;
  const decimal = request.decimal ?? found.decimal;
  const dates = request.dates ?? (found.dates === 'undecided' ? null : found.dates);
  return {
    mapping,
    mode,
    ...(delimiter === null ? {} : { delimiter: delimiter as ImportRequest['delimiter'] }),
    ...(decimal === null ? {} : { decimal }),
    ...(dates === null ? {} : { dates }),
  };
}

/** Keeps the settings of an import in this tab. */
export function rememberSettings(importId: string, settings: SentSettings): void {
  try {
    sessionStorage.setItem(entryOf(importId), JSON.stringify(settings));
  } catch {
    // A full storage: columns are found by their names then.
  }
}

/** Returns the settings of an import of this tab; none for others. */
export function settingsOf(importId: string): SentSettings {
  return JSON.parse(sessionStorage.getItem(entryOf(importId)) ?? '{}') as SentSettings;
}
