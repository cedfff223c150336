import type { Liquid, Template } from 'liquidjs';
import { namesHint } from '../../ground/nearest-name.ts';
import { cutCodePoints } from '../../ground/stored-text.ts';
import { liquidEngine, MARK } from './liquid-engine.ts';

/** The values of a rendering by their names: a text, or the properties of a source. Undefined: missing. */
export interface TemplateScope {
  readonly [name: string]: unknown;
}

/** A name in a template with the properties that follow it. */
export interface TemplateName {
  readonly name: string;
  /** A nested name, such as `product[first_name]`, is null. */
  readonly properties: readonly (string | null)[];
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** A part of rendered text: of the design, or a value between two such parts. */
export interface RenderedPart {
  readonly text: string;
  readonly isValue: boolean;
}

export interface LiveTemplate {
  readonly source: string;
  readonly names: readonly TemplateName[];
  /** The texts in quotes, which a filter such as `default` may print. */
  readonly quoted: ReadonlySet<string>;
  /**
   * Renders the parts in order. A part of the design may be empty. @throws Error if a filter refuses its values, such as
   * `money` an unknown currency.
   */
  render(scope: TemplateScope): readonly RenderedPart[];
}

/** Characters of a rendered text. */
export const OUTPUT_MAX = 2_000;

/** Why a template can't be parsed, with line and column. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/** Returns a function that parses templates for a locale and a zone. */
export async function templateParser(
  locale: string,
  timeZone: string,
): Promise<(source: string) => LiveTemplate> {
  const engine = await liquidEngine(locale, timeZone);
  const { analyzeSync } = await import('liquidjs');
  return (source) => {
    const templates = parse(engine, source);
    const { globals } = analyzeSync(templates, { partials: false });
    const places = Object.values(globals).flat();
    // Liquid finds the name behind the value of `[x]`, but reports `x`.
    const lines = source.split('\n');
    const nested = places.find(({ location: { row, col } }) =>
      NESTED.test(lines[row - 1]?.slice(col - 1) ?? ''),
    );
    if (nested !== undefined) {
      const { row, col } = nested.location;
      throw new TemplateError(`A name can't depend on a value at line ${row}, column ${col}.`);
    }
    const names = places.map(({ segments: [name, ...properties], location }) => ({
      name: String(name),
      properties: properties.map((property) => (typeof property === 'object' ? null : String(property))),
      line: location.row,
      column: location.col,
    }));
    return {
      source,
      names,
      quoted: new Set([...source.matchAll(QUOTED)].map(([, double, single]) => double ?? single ?? '')),
      render: (scope) => partsOf(String(engine.renderSync(templates, scope as object))),
    };
  };
}

/** A name in brackets that is no text in quotes. */
const NESTED = /^\[\s*[^"'\s]/;

const QUOTED = /"([^"]*)"|'([^']*)'/g;

function parse(engine: Liquid, source: string): Template[] {
  try {
    return engine.parse(source);
  } catch (error) {
    throw new TemplateError(describe(error, engine), { cause: error });
  }
}

/**
 * Returns the first line of the message, which has line and column, with the names that are known instead of an unknown one.
 * The other lines show the source.
 */
function describe(error: unknown, engine: Liquid): string {
  const message = error instanceof Error ? error.message : '';
  const [first = ''] = message.split('\n');
  const sentence = first.replace(/, (?:file:[^,]*, )?line:(\d+), col:(\d+)$/, ' at line $1, column $2');
  const [, filter] = /^undefined filter: (\w+)/.exec(first) ?? [];
  const [, tag] = /^tag "(\w+)" not found/.exec(first) ?? [];
  const known = Object.keys(tag === undefined ? engine.filters : engine.tags).filter((name) => name !== '#');
  const name = tag ?? filter;
  const hint = name === undefined ? '' : namesHint(name, known.sort());
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.${hint}`;
}

/** Splits rendered text at its marks: the parts of the design and the values take turns. */
function partsOf(rendered: string): RenderedPart[] {
  return rendered.split(MARK).map((text, at) => ({ text, isValue: at % 2 === 1 }));
}

/** Returns the text of the parts, cut to `OUTPUT_MAX` characters. */
export function textOf(parts: readonly RenderedPart[]): string {
  return cutCodePoints(parts.map(({ text }) => text).join(''), OUTPUT_MAX);
}
