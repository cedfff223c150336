import type { LiveDesign, LiveValues, ResolveLiveImageRequest } from '@vitrine/client';
import { query, setQuery } from '../../../router/location.ts';
import { liveImagesTexts } from '../../../texts/en/live-images.ts';

type LiveClient = NonNullable<ResolveLiveImageRequest['client']>;
export type Reader = keyof typeof liveImagesTexts.seeAs.readers;

/** What a picture is opened with, as the address has it. */
export interface Opening {
  /** Whose values are shown. */
  readonly reader: Reader;
  /** The record of the reader `record`. */
  readonly recordId: string | null;
  /** A wall time in the zone of the design. Null: now. */
  readonly at: string | null;
  readonly client: LiveClient | null;
}

/** No record has this id. */
const NO_RECORD = '-';

/** Returns the opening in the address. */
export function openingOfAddress(): Opening {
  const parameters = query.value;
  const recordId = parameters.get('record');
  const reader = parameters.get('reader');
  return {
    reader: recordId !== null ? 'record' : reader === 'none' || reader === 'unfilled' ? reader : 'samples',
    recordId,
    at: parameters.get('at'),
    client: clientNamed(parameters.get('client')),
  };
}

/** Puts the reader into the address. @param recordId of the reader `record`. */
export function showReader(reader: Reader, recordId: string | null = null): void {
  setQuery({ record: recordId, reader: reader === 'none' || reader === 'unfilled' ? reader : null });
}

/** Returns the query of the preview of an opening. */
export function previewValues(opening: Opening, design: LiveDesign): LiveValues {
  const { at, client } = opening;
  const recordId = recordOf(opening);
  return {
    ...variablesOf(opening, design),
    ...(at === null ? {} : { at }),
    ...(client === null ? {} : { client }),
    ...(recordId === null ? {} : { recordId }),
  };
}

/** Returns the request to compute what an opening shows. */
export function resolveRequest(opening: Opening, design: LiveDesign): ResolveLiveImageRequest {
  const { at, client } = opening;
  const variables = variablesOf(opening, design);
  const recordId = recordOf(opening);
  return {
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...(at === null ? {} : { at }),
    ...(client === null ? {} : { client }),
    ...(recordId === null ? {} : { recordId }),
  };
}

/** Returns the values of the variables that differ from the samples: tags as a mail tool leaves them. */
function variablesOf({ reader }: Opening, { variables }: LiveDesign): Readonly<Record<string, string>> {
  if (reader !== 'unfilled') return {};
  return Object.fromEntries(Object.keys(variables).map((name) => [name, `{{ ${name} }}`]));
}

function recordOf({ reader, recordId }: Opening): string | null {
  return reader === 'none' ? NO_RECORD : reader === 'record' ? recordId : null;
}

function clientNamed(name: string | null): LiveClient | null {
  const { clients } = liveImagesTexts.seeAs;
  return name !== null && Object.hasOwn(clients, name) ? (name as LiveClient) : null;
}
