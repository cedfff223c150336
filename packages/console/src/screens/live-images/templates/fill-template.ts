import type { LiveDesignChanges, StoreDetail, TimerDesign } from '@vitrine/client';
import { SLOTS, type SlotName, type SlotProperties, variableOf } from './slots.ts';
import type { TemplateDesign } from './template.ts';

/** What a template is filled with. */
export interface Filling {
  /** Null: variables stand for all of its properties. */
  readonly store: Pick<StoreDetail, 'id' | 'name' | 'properties'> | null;
  readonly properties: SlotProperties;
  /** A record of the store, whose key is the sample. Null: it has none. */
  readonly record: Readonly<Record<string, unknown>> | null;
  /** `near` is a place in it, as a reader’s address may be. */
  readonly map: { readonly id: number; readonly unit: 'km' | 'mi'; readonly near: string | null } | null;
  /** A picture for each image layer, instead of a photo of the data. */
  readonly imageId: number | null;
  /** The design of each timer layer. Null: that of the template. */
  readonly timer: TimerDesign | null;
  readonly currency: string;
  readonly locale: string;
  readonly timeZone: string;
}

type Variables = Record<string, { readonly sample: string | null; readonly default: string | null }>;
type Layers = NonNullable<LiveDesignChanges['layers']>;

const NEAREST = 'shop';
/** Properties of a location that fill slots. */
const OF_LOCATION: Readonly<Partial<Record<SlotName, string>>> = {
  shop: 'name',
  address: 'address',
  distance: 'distance',
};
const WORD = /^[A-Za-z_][A-Za-z0-9_]*$/;
const TOKEN = /\$([a-z_]+)/g;
const NO_LINK = 'https://example.com/';
/** Names that have another meaning in the query of a URL. */
export const RESERVED = ['now', 'e', 's', 'at', 'client', 'recordId', 'revision', '__proto__'];

/** Returns the design of a template with the values of a store, a map or variables in its slots. */
export function fillTemplate(template: TemplateDesign, filling: Filling): LiveDesignChanges {
  const { store, map, properties, imageId, timer, currency, locale, timeZone } = filling;
  const variables: Variables = {};
  const source = store === null ? '' : sourceName(store.name, [NEAREST, ...Object.keys(SLOTS)]);
  const used = { record: false, nearest: false };

  function expressionOf(slot: SlotName): string {
    const property = properties[slot];
    if (store !== null && property !== undefined) {
      used.record = true;
      return memberOf(source, property);
    }
    const ofLocation = OF_LOCATION[slot];
    if (map !== null && ofLocation !== undefined) {
      used.nearest = true;
      return memberOf(NEAREST, ofLocation);
    }
    const name = ofLocation === undefined ? slot : `shop_${slot}`.replace('shop_shop', 'shop_name');
    const sample = template.samples?.[slot];
    variables[name] = { ...variableOf(slot), ...(sample === undefined ? {} : { sample }) };
    return name;
  }

  function filled(text: string): string {
    const whole = /^\$([a-z_]+)$/.exec(text)?.[1];
    if (whole !== undefined && isSlot(whole)) return `{{ ${expressionOf(whole)} }}`;
    return text.replace(TOKEN, (token, name: string) => {
      if (name === 'currency') return JSON.stringify(currency);
      if (name === 'unit') return map?.unit ?? 'km';
      return isSlot(name) ? expressionOf(name) : token;
    });
  }

  const layers = Object.fromEntries(
    Object.entries(template.layers).map(([name, layer], at) => {
      const whole: Record<string, unknown> = { ...(fillTexts(layer, filled) as object), order: at + 1 };
      if (whole.type === 'image' && imageId !== null) Object.assign(whole, { url: null, imageId });
      if (whole.type === 'timer' && timer !== null) {
        whole.design = layerDesignOf(timer, variables);
      }
      return [name, whole];
    }),
  ) as Layers;
  const altText = template.altText === '' ? null : filled(template.altText);
  // A picture that shows nothing of the record leads to nothing of it.
  const hasLink = used.record && properties.link !== undefined;
  const link = hasLink ? filled('$link') : NO_LINK;
  const sources: Record<string, object> = {};
  if (used.record && store !== null) {
    sources[source] = {
      kind: 'record',
      storeId: store.id,
      key: keyOf(store, filling.record, variables, [source, NEAREST]),
    };
  }
  if (used.nearest && map !== null) {
    variables.near = { sample: map.near, default: null };
    sources[NEAREST] = { kind: 'nearest', mapId: map.id, place: '{{ near }}' };
  }
  const { width, height, background } = template;
  return {
    ...{ width, height, background, locale, timeZone, variables, layers, altText, link },
    sources: sources as NonNullable<LiveDesignChanges['sources']>,
    fallback: { link: hasLink ? null : NO_LINK },
  };
}

/** Returns how a template reads a property: `product.price`, or `product["Full name"]`. */
export function memberOf(source: string, property: string): string {
  return WORD.test(property) ? `${source}.${property}` : `${source}[${JSON.stringify(property)}]`;
}

/** Returns a key of a store with a variable for each part, and adds these variables with the values of the record. */
export function keyOf(
  { properties }: Pick<StoreDetail, 'properties'>,
  record: Filling['record'],
  variables: Variables,
  taken: readonly string[],
): Readonly<Record<string, string>> {
  const unique = properties.filter((property) => property.unique).map(({ name }) => name);
  return Object.fromEntries(
    (unique.length === 0 ? ['id'] : unique).map((property) => {
      const name = variableName(property, [...Object.keys(variables), ...taken]);
      const value = record?.[property];
      variables[name] = {
        sample: value === undefined || value === null ? null : String(value),
        default: null,
      };
      return [property, `{{ ${name} }}`];
    }),
  );
}

/** Returns a free name that a URL and a template can have. */
export function variableName(wanted: string, taken: readonly string[]): string {
  const plain = wanted
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^(?=[0-9])/, '_')
    .slice(0, 60);
  const base = plain === '' || plain === '_' ? 'value' : plain;
  const isFree = (name: string) => !taken.includes(name) && !RESERVED.includes(name);
  if (isFree(base)) return base;
  for (let number = 2; ; number++) if (isFree(`${base}_${number}`)) return `${base}_${number}`;
}

/** Returns the name of the source for one record of a store: `product` for Products. */
export function sourceName(store: string, taken: readonly string[]): string {
  const singular = store
    .trim()
    .toLowerCase()
    .replace(/(?<=[a-z]{2})ies$/, 'y')
    .replace(/(?<=[a-z]{3}[^s])s$/, '');
  const name = variableName(singular, taken);
  return name === 'value' ? variableName('record', taken) : name;
}

/** Returns the design of a saved timer for a layer: without its size, and with a moment that the URL has. */
function layerDesignOf(timer: TimerDesign, variables: Variables): object {
  const { width: _width, height: _height, scale: _scale, altText: _altText, target, ...rest } = timer;
  const { storeId: _storeId, key: _key, property: _property, ...members } = target;
  if (target.kind === 'evergreen') variables.start = { sample: null, default: null };
  if (target.kind !== 'value' && target.kind !== 'record') return { ...rest, target: members };
  variables.until = { sample: '2027-12-31T23:59', default: null };
  return { ...rest, target: { kind: 'value', value: '{{ until }}', missing: target.missing ?? 'PT48H' } };
}

function isSlot(name: string): name is SlotName {
  return Object.hasOwn(SLOTS, name);
}

/** Fills each text of a layer, at any depth. */
function fillTexts(value: unknown, filled: (text: string) => string): unknown {
  if (typeof value === 'string') return filled(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fillTexts(inner, filled)]));
}
