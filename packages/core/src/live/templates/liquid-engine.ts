import type { Liquid } from 'liquidjs';
import { LRUCache } from 'lru-cache';
import { dataFilters } from './data-filters.ts';

/** The tags of templates. None reads files, loops or assigns. */
const TAGS: ReadonlySet<string> = new Set(['if', 'unless', 'case', 'comment', 'raw', '#']);

/** The filters of Liquid that templates have, besides those of `dataFilters`. `raw` would skip `markOutput`. */
const FILTERS: ReadonlySet<string> = new Set([
  ...[
    'abs',
    'at_least',
    'at_most',
    'ceil',
    'divided_by',
    'floor',
    'minus',
    'modulo',
    'plus',
    'round',
    'times',
  ],
  ...['append', 'capitalize', 'downcase', 'lstrip', 'prepend', 'remove', 'remove_first', 'remove_last'],
  ...['replace', 'replace_first', 'replace_last', 'rstrip', 'slice', 'strip', 'strip_html', 'strip_newlines'],
  ...['squish', 'truncate', 'truncatewords', 'upcase', 'url_decode', 'url_encode', 'default'],
  ...['split', 'join', 'first', 'last', 'size'],
]);

/** Code points of a template, as its contract says, with room for surrogates. */
const PARSE_MAX = 4_000;
/** Milliseconds of one rendering. Templates have no loops, so this only ends what a fault of a filter would prolong. */
const RENDER_MAX = 500;
/** Characters and elements that the filters of one rendering may make together, such as the padding of a date. */
const MEMORY_MAX = 100_000;
/** Characters of a value that a filter reads or returns. */
const VALUE_MAX = 4_096;

/** Stands before and behind each value in rendered text. No design and no record contains it. */
export const MARK = '\0';

/**
 * Engines by locale and zone. Each holds the formatters of its locale.
 */
const engines = new LRUCache<string, Liquid>({ max: 100 });

/**
 * Returns the engine of templates for a locale and a zone. Loads Liquid with the first one, because most servers have no
 * live images.
 */
export async function liquidEngine(locale: string, timeZone: string): Promise<Liquid> {
  const key = `${locale} ${timeZone}`;
  const known = engines.get(key);
  if (known !== undefined) return known;
  const { Liquid } = await import('liquidjs');
  const engine = new Liquid({
    locale,
    timezoneOffset: timeZone,
    strictFilters: true,
    strictVariables: false,
    ownPropertyOnly: true,
    outputEscape: markOutput,
    parseLimit: PARSE_MAX,
    renderLimit: RENDER_MAX,
    memoryLimit: MEMORY_MAX,
  });
  for (const name of Object.keys(engine.tags)) {
    if (!TAGS.has(name)) delete engine.tags[name];
  }
  const liquidDate = engine.filters.date;
  for (const [name, filter] of Object.entries(engine.filters)) {
    if (!FILTERS.has(name) || typeof filter !== 'function') delete engine.filters[name];
    else engine.registerFilter(name, bounded(filter));
  }
  if (typeof liquidDate !== 'function') throw new Error('Liquid has no date filter.');
  for (const [name, filter] of Object.entries(dataFilters(locale, timeZone, liquidDate))) {
    engine.registerFilter(name, bounded(filter));
  }
  engines.set(key, engine);
  return engine;
}

type LiquidFilter = Extract<Liquid['filters'][string], (...args: never[]) => unknown>;

/** Returns a filter that refuses texts whose combination could grow without bounds. */
function bounded(filter: LiquidFilter): LiquidFilter {
  return function (value: unknown, ...args: unknown[]) {
    for (const one of [value, ...args]) requireShort(one);
    const result: unknown = filter.call(this, value, ...args);
    requireShort(result);
    return result;
  };
}

function requireShort(value: unknown): void {
  if ((typeof value === 'string' || Array.isArray(value)) && value.length > VALUE_MAX) {
    throw new RangeError('The value is too long.');
  }
}

/** Prints a value as JSON does, between marks, so that it can be told from the text of the design. */
function markOutput(value: unknown): string {
  return MARK + printed(value).replaceAll(MARK, '') + MARK;
}

function printed(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? value.map(printed).join('') : '';
}
