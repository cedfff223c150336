import type { LiveDesign, LiveValues, ResolveLiveImageRequest } from '@vitrine/client';
import { query, setQuery } from '../../../router/location.ts';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';

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
  /** The rule that is seen as if it matched. Null: the one that matches. */
  readonly rule: string | null;
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
    rule: parameters.get('rule'),
  };
}

/** Puts the reader into the address. @param recordId of the reader `record`. */
export function showReader(reader: Reader, recordId: string | null = null): void {
  setQuery({ record: recordId, reader: reader === 'none' || reader === 'unfilled' ? reader : null });
}

/** Returns the query of the preview of an opening. */
export function previewValues(opening: Opening, design: LiveDesign): LiveValues {
  const rule = ruleIn(opening, design);
  return {
    ...unfilledTags(opening, design),
    ...circumstancesOf(opening),
    ...(rule === null ? {} : { 'as-rule': rule }),
  };
}

/** Returns the request to compute what an opening shows. */
export function resolveRequest(opening: Opening, design: LiveDesign): ResolveLiveImageRequest {
  const variables = unfilledTags(opening, design);
  const rule = ruleIn(opening, design);
  return {
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...circumstancesOf(opening),
    ...(rule === null ? {} : { rule }),
  };
}

/** Returns the rule of an opening. Null: the server does not have it, or not yet. */
function ruleIn({ rule }: Opening, { rules }: LiveDesign): string | null {
  return rule !== null && Object.hasOwn(rules, rule) ? rule : null;
}

/** Returns the values of a URL as the opening has them: samples, or tags that are not filled. */
export function urlValues(opening: Opening, design: LiveDesign): Readonly<Record<string, string>> {
  const samples = Object.entries(design.variables).flatMap(([name, { sample }]) =>
    sample === null ? [] : [[name, sample]],
  );
  return { ...Object.fromEntries(samples), ...unfilledTags(opening, design) };
}

/** Returns the values of the variables that differ from the samples: tags as a mail tool leaves them. */
function unfilledTags({ reader }: Opening, { variables }: LiveDesign): Readonly<Record<string, string>> {
  if (reader !== 'unfilled') return {};
  return Object.fromEntries(Object.keys(variables).map((name) => [name, `{{ ${name} }}`]));
}

function circumstancesOf({ at, client, reader, recordId }: Opening) {
  const id = reader === 'none' ? NO_RECORD : reader === 'record' ? recordId : null;
  return {
    ...(at === null ? {} : { at }),
    ...(client === null ? {} : { client }),
    ...(id === null ? {} : { recordId: id }),
  };
}

function clientNamed(name: string | null): LiveClient | null {
  const { clients } = liveImagesTexts.seeAs;
  return name !== null && Object.hasOwn(clients, name) ? (name as LiveClient) : null;
}
