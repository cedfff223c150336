import type { LiveDesign } from '../../contracts/live/live-design.ts';
import type { LiveLayer } from '../../contracts/live/live-layers.ts';
import { findLabelLocale, type LabelLocale } from '../../contracts/timers/label-presets.ts';
import { DEFAULT_DESIGN } from '../../contracts/timers/timer-design.ts';
import { isJsonObject } from '../../ground/json.ts';

/**
 * Returns the design after changes with the labels of its timers in its language: those that had the language of the design
 * before and were not given another one.
 *
 * @param before null: a new design.
 */
export function withLabelLocales(design: LiveDesign, before: LiveDesign | null, given: unknown): LiveDesign {
  const locale = labelLocaleOf(design);
  const layers = Object.entries(design.layers).map(([name, layer]): [string, LiveLayer] => {
    if (layer.type !== 'timer') return [name, layer];
    const named = localeIn(given, name);
    const isKept = named === undefined ? wasChosen(before, name) : named !== null;
    if (isKept) return [name, layer];
    const { labels } = layer.design;
    return [name, { ...layer, design: { ...layer.design, labels: { ...labels, locale } } }];
  });
  return { ...design, layers: Object.fromEntries(layers) };
}

function labelLocaleOf({ locale }: LiveDesign): LabelLocale {
  return findLabelLocale(locale) ?? DEFAULT_DESIGN.labels.locale;
}

/** Returns whether the labels of a timer had another language than the design. */
function wasChosen(before: LiveDesign | null, name: string): boolean {
  const layer = before?.layers[name];
  return before !== null && layer?.type === 'timer' && layer.design.labels.locale !== labelLocaleOf(before);
}

/** Returns the language that changes name for the labels of a timer. Null: its default, also of a group that has it. */
function localeIn(changes: unknown, layer: string): unknown {
  let value = changes;
  for (const name of ['layers', layer, 'design', 'labels', 'locale']) {
    if (value === null || value === '') return null;
    value = isJsonObject(value) ? value[name] : undefined;
  }
  return value === '' ? null : value;
}
