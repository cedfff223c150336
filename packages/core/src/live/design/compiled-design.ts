import type { LiveDesign } from '../../contracts/live/live-design.ts';
import type { LiveLayer } from '../../contracts/live/live-layers.ts';
import type { LiveRule } from '../../contracts/live/live-rules.ts';
import type { Issue } from '../../ground/errors.ts';
import { compareText } from '../../query/compare.ts';
import {
  type LiveTemplate,
  TemplateError,
  type TemplateName,
  templateParser,
} from '../templates/template.ts';
import type { TargetedLive } from './stored-design.ts';
import { templatesIn, templatesOfSource } from './templates-in.ts';

/** A design with everything that is the same in all of its openings. */
export interface CompiledLive extends TargetedLive {
  /** Returns a template of the design. Null: it can't be parsed. */
  template(source: string): LiveTemplate | null;
  /** In the order in which they are tried. */
  readonly rules: readonly (readonly [name: string, rule: LiveRule])[];
  /** In the order in which they are drawn. */
  readonly layers: readonly (readonly [name: string, layer: LiveLayer])[];
  /**
   * The names of the sources in an order in which each one follows those that it uses. Sources that use each other in a
   * circle are missing.
   */
  readonly sources: readonly string[];
  /** The names that templates, conditions and timers use, such as `first_name` and `product.price`, sorted. */
  readonly names: readonly string[];
  /** Whether a template names `now`. */
  readonly usesNow: boolean;
}

export interface Compilation {
  readonly compiled: CompiledLive;
  /** At paths in the design. None for a design that has been saved. */
  readonly issues: readonly Issue[];
}

/** Parses the templates of a design. Loads Liquid with the first one. */
export async function compileLive({ design, targets }: TargetedLive): Promise<Compilation> {
  const parse = await templateParser(design.locale, design.timeZone);
  const templates = new Map<string, LiveTemplate>();
  const issues: Issue[] = [];
  for (const { path, source } of templatesIn(design)) {
    if (templates.has(source)) continue;
    try {
      templates.set(source, parse(source));
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      issues.push({ path, message: error.message });
    }
  }
  const template = (source: string) => templates.get(source) ?? null;
  return {
    compiled: {
      design,
      targets,
      template,
      rules: inOrder(design.rules),
      layers: inOrder(design.layers),
      sources: inOrderOfUse(design, template),
      names: namesIn(design, template),
      usesNow: [...templates.values()].some(({ names }) => names.some(({ name }) => name === 'now')),
    },
    issues,
  };
}

/** Returns the name of a value: a variable, or a property of a source. Null: the template names no value. */
function valueName({ name, properties: [property] }: TemplateName, design: LiveDesign): string | null {
  if (name === 'now') return null;
  if (!Object.hasOwn(design.sources, name)) return name;
  return typeof property === 'string' ? `${name}.${property}` : null;
}

/** Splits the name of a value: `product.price` is the property `price` of `product`. */
export function splitName(name: string): { readonly source: string | null; readonly property: string } {
  const dot = name.indexOf('.');
  return dot < 0
    ? { source: null, property: name }
    : { source: name.slice(0, dot), property: name.slice(dot + 1) };
}

function inOrder<Part extends { readonly order: number }>(
  parts: Readonly<Record<string, Part>>,
): [string, Part][] {
  return Object.entries(parts).sort(([a, one], [b, other]) => one.order - other.order || compareText(a, b));
}

function inOrderOfUse(design: LiveDesign, template: CompiledLive['template']): string[] {
  const sorted: string[] = [];
  const left = new Map(
    Object.entries(design.sources).map(([name, source]) => {
      const names = templatesOfSource(source).flatMap(({ source: text }) => template(text)?.names ?? []);
      const used = names.map((one) => one.name).filter((one) => Object.hasOwn(design.sources, one));
      return [name, new Set(used)] as const;
    }),
  );
  for (let found = true; found; ) {
    found = false;
    for (const [name, used] of left) {
      if (![...used].every((one) => sorted.includes(one))) continue;
      sorted.push(name);
      left.delete(name);
      found = true;
    }
  }
  return sorted;
}

function namesIn(design: LiveDesign, template: CompiledLive['template']): string[] {
  const names = new Set<string>();
  for (const { source } of templatesIn(design)) {
    for (const used of template(source)?.names ?? []) {
      const name = valueName(used, design);
      if (name !== null) names.add(name);
    }
  }
  for (const { when } of Object.values(design.rules)) {
    for (const { field, by } of when) {
      if (field !== undefined) names.add(field);
      if (by !== undefined) names.add(by);
    }
  }
  if (usesStart(design)) names.add('start');
  return [...names].sort(compareText);
}

/** Returns whether a timer of the design counts from the variable `start`. */
function usesStart({ layers, variables }: LiveDesign): boolean {
  return (
    Object.hasOwn(variables, 'start') &&
    Object.values(layers).some((layer) => layer.type === 'timer' && layer.design.target.kind === 'evergreen')
  );
}
