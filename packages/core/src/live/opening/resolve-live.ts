import type { LiveLayer } from '../../contracts/live/live-layers.ts';
import type { LiveClient } from '../../contracts/live/live-rules.ts';
import type { Millis } from '../../ground/rows.ts';
import { type CompiledLive, splitName } from '../design/compiled-design.ts';
import { type RenderedPart, type TemplateScope, textOf } from '../templates/template.ts';
import type { ConditionInput } from '../values/conditions.ts';
import { buildLink } from '../values/links.ts';
import type { SourceResults, SourceValue } from '../values/source-data.ts';
import { scopeOf } from '../values/template-scope.ts';
import type { LiveValue } from '../values/variables.ts';
import { applyRule, type EffectiveDesign } from './effective-design.ts';

/** What one opening of a live image is made from, besides its design. */
export interface LiveOpening {
  readonly variables: ReadonlyMap<string, LiveValue>;
  readonly sources: SourceResults;
  readonly at: Millis;
  readonly client: LiveClient;
  /** The rule that is applied whatever its conditions are. */
  readonly rule?: string | null;
}

/** A layer that is shown, with its final texts. */
export interface ResolvedLayer {
  readonly name: string;
  readonly layer: LiveLayer;
  /** Of a text layer. */
  readonly text: string;
  /** Of an image layer: an absolute URL, http or https. Null: none. */
  readonly url: string | null;
  /** The moment that a timer with a target of the kind `value` counts to, as text. */
  readonly moment: string;
}

export interface ResolvedLive {
  readonly effective: EffectiveDesign;
  readonly layers: readonly ResolvedLayer[];
  /** The values that the design uses, by their names. */
  readonly values: Readonly<Record<string, LiveValue>>;
  /** Null: none, so that the fallback counts. */
  readonly link: string | null;
  readonly altText: string | null;
  /** Sentences about templates that can't be rendered with these values. */
  readonly warnings: readonly string[];
}

/** Values of a layer that hide it. */
const HIDDEN = new Set(['', 'false', '0']);
const URL_MAX = 2_048;

/**
 * Computes everything that an opening shows, without drawing (docs/rules.md#values-of-a-live-image). Pure: depends on its
 * arguments only. No value is ever read as a template.
 */
export function resolveLive(compiled: CompiledLive, opening: LiveOpening): ResolvedLive {
  const { design } = compiled;
  const { variables, sources, at, client } = opening;
  const scope = scopeOf(variables, sources, at);
  const warnings: string[] = [];
  const render = (source: string, place: string) => rendered(compiled, source, scope, place, warnings);
  const conditions: ConditionInput = {
    timeZone: design.timeZone,
    at,
    client,
    findValue: (name) => valueIn(opening, name),
  };
  const effective = applyRule(compiled, conditions, opening.rule);
  const layers = effective.imageId !== null ? [] : effective.layers;
  const link = effective.link === null ? null : render(effective.link, 'link');
  return {
    effective,
    layers: layers.flatMap(([name, layer]) => {
      const isShown =
        layer.show === null || !HIDDEN.has(textOf(render(layer.show, `layers.${name}.show`)).trim());
      return isShown ? [resolveLayer(name, layer, render)] : [];
    }),
    values: Object.fromEntries(compiled.names.map((name) => [name, shownValue(opening, name)])),
    link: link === null ? null : buildLink(link, trustedIn(compiled, effective.link, sources)),
    altText: design.altText === null ? null : textOf(render(design.altText, 'altText')),
    warnings,
  };
}

type Render = (source: string, place: string) => readonly RenderedPart[];

function rendered(
  { template }: CompiledLive,
  source: string,
  scope: TemplateScope,
  place: string,
  warnings: string[],
): readonly RenderedPart[] {
  try {
    return template(source)?.render(scope) ?? [];
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
    warnings.push(`design.${place}: It can't be rendered with these values (${reason}).`);
    return [];
  }
}

function resolveLayer(name: string, layer: LiveLayer, render: Render): ResolvedLayer {
  const plain = { name, layer, text: '', url: null, moment: '' };
  if (layer.type === 'text') return { ...plain, text: textOf(render(layer.text, `layers.${name}.text`)) };
  if (layer.type === 'image' && layer.url !== null) {
    return { ...plain, url: pictureUrl(textOf(render(layer.url, `layers.${name}.url`)).trim()) };
  }
  if (layer.type === 'timer' && layer.design.target.value !== undefined) {
    const path = `layers.${name}.design.target.value`;
    return { ...plain, moment: textOf(render(layer.design.target.value, path)) };
  }
  return plain;
}

function pictureUrl(text: string): string | null {
  if (!/^https?:\/\//i.test(text) || text.length > URL_MAX || !URL.canParse(text)) return null;
  return new URL(text).href;
}

/** Returns whether a value may be the beginning of a link: a text in quotes, or a value of the type url_link. */
function trustedIn(
  { template }: CompiledLive,
  link: string | null,
  sources: SourceResults,
): (value: string) => boolean {
  const quoted = link === null ? undefined : template(link)?.quoted;
  return (value) =>
    quoted?.has(value) === true ||
    [...sources.values()].some((data) =>
      [...(data?.values.values() ?? [])].some(({ type, stored }) => type === 'url_link' && stored === value),
    );
}

function valueIn({ variables, sources }: LiveOpening, name: string): string | SourceValue | null {
  const { source, property } = splitName(name);
  if (source !== null) return sources.get(source)?.values.get(property) ?? null;
  const value = variables.get(name)?.value ?? null;
  return typeof value === 'string' ? value : null;
}

function shownValue(opening: LiveOpening, name: string): LiveValue {
  const { source, property } = splitName(name);
  if (source === null) return opening.variables.get(name) ?? { value: null, from: 'missing' };
  const found = opening.sources.get(source)?.values.get(property);
  return found === undefined ? { value: null, from: 'missing' } : { value: found.shown, from: 'record' };
}
