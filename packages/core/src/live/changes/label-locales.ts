import type { LiveDesign } from '../../contracts/live/live-design.ts';
import type { LiveLayer } from '../../contracts/live/live-layers.ts';
import { findLabelLocale, type LabelLocale } from '../../contracts/timers/label-presets.ts';
import { DEFAULT_DESIGN } from '../../contracts/timers/timer-design.ts';
import { isJsonObject } from '../../ground/json/json-object.ts';

/**
 * Returns the design after changes with the labels of its timers in its language: those that had the language of the design
 * before and were not given another one.
 *
 * @param before null: a new design.
 */
export function withLabelLocales(design: LiveDesign, before: LiveDesign | null, given: unknown): LiveDesign {
  const locale = labelLocaleOf(design);
  const layers = Object.entries(design.layers).map(([name, layer]): [string, LiveLayer] => {
    if (layer.type !== 'timer' || isGiven(given, name)) return [name, layer];
    const shown = labelsOf(layer)?.locale;
    const earlier = before === null ? undefined : labelsOf(before.layers[name])?.locale;
    const isChosen = before !== null && earlier === shown && earlier !== labelLocaleOf(before);
    if (isChosen) return [name, layer];
    const { labels } = layer.design;
    return [name, { ...layer, design: { ...layer.design, labels: { ...labels, locale } } }];
  });
  return { ...design, layers: Object.fromEntries(layers) };
}

function labelLocaleOf({ locale }: LiveDesign): LabelLocale {
  return findLabelLocale(locale) ?? DEFAULT_DESIGN.labels.locale;
}

function labelsOf(layer: LiveLayer | undefined) {
  return layer?.type === 'timer' ? layer.design.labels : undefined;
}

/** Returns whether changes name the language of a timer's labels. Null stands for the default. */
function isGiven(changes: unknown, layer: string): boolean {
  const path = ['layers', layer, 'design', 'labels', 'locale'];
  const given = path.reduce<unknown>(
    (value, name) => (isJsonObject(value) ? value[name] : undefined),
    changes,
  );
  return typeof given === 'string' && given !== '';
}
