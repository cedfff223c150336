import type { LiveNearestSource, LiveQuerySource, LiveSource } from '../../contracts/live/live-sources.ts';
import { parseJsonNumber } from '../../ground/json.ts';
import type { CompiledLive } from '../design/compiled-design.ts';
import { type TemplateScope, textOf } from '../templates/template.ts';

/** What a source has to read, with all of its values filled in. */
export type LookUp =
  | { readonly kind: 'record'; readonly storeId: string; readonly key: Readonly<Record<string, string>> }
  | {
      readonly kind: 'query';
      readonly source: LiveQuerySource;
      readonly filters: LiveQuerySource['filters'];
    }
  | { readonly kind: 'nearest'; readonly source: LiveNearestSource; readonly place: Place };

/** A text to geocode, or coordinates. */
export type Place = { readonly address: string } | { readonly lat: number; readonly lng: number };

/** Returns what a source has to read. Null: a value is missing, so that it finds nothing. */
export function lookUpOf(
  compiled: Pick<CompiledLive, 'template'>,
  source: LiveSource,
  scope: TemplateScope,
): LookUp | null {
  const fill = (text: string): string | null => filled(compiled, text, scope);
  switch (source.kind) {
    case 'record': {
      const key = Object.entries(source.key).map(([name, text]) => [name, fill(text)] as const);
      if (key.length === 0 || key.some(([, text]) => text === null)) return null;
      return {
        kind: 'record',
        storeId: source.storeId,
        key: Object.fromEntries(key) as Record<string, string>,
      };
    }
    case 'query': {
      const filters = source.filters.map((filter) => ({ ...filter, value: fillValue(filter.value, fill) }));
      return filters.some(({ value }) => value === null) ? null : { kind: 'query', source, filters };
    }
    case 'nearest': {
      const place = placeOf(source, fill);
      return place === null ? null : { kind: 'nearest', source, place };
    }
  }
}

/** Returns the rendered text without blanks around it. Null: it is empty, or can't be rendered. */
function filled(
  { template }: Pick<CompiledLive, 'template'>,
  text: string,
  scope: TemplateScope,
): string | null {
  try {
    const rendered = textOf(template(text)?.render(scope) ?? []).trim();
    return rendered === '' ? null : rendered;
  } catch {
    return null;
  }
}

/** Returns the value of a filter with its texts filled in. Null: one is missing. */
function fillValue(value: unknown, fill: (text: string) => string | null): unknown {
  if (typeof value === 'string') return fill(value);
  if (!Array.isArray(value)) return value;
  const values = value.map((one: unknown) => fillValue(one, fill));
  return values.includes(null) ? null : values;
}

function placeOf(
  { place, country, lat, lng }: LiveNearestSource,
  fill: (text: string) => string | null,
): Place | null {
  if (place !== null) {
    const address = fill(place);
    if (address === null) return null;
    return { address: country === null ? address : `${address}, ${country}` };
  }
  const [latitude, longitude] = [lat, lng].map((text) => coordinate(text === null ? null : fill(text)));
  if (latitude == null || longitude == null) return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { lat: latitude, lng: longitude } : null;
}

function coordinate(text: string | null): number | null {
  const number = text === null ? null : parseJsonNumber(text);
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
