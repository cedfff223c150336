import type { Issue } from '../../ground/errors.ts';
import { namesHint } from '../../ground/nearest-name.ts';
import type { PropertyType } from '../../ground/rows.ts';
import { type CompiledLive, splitName } from '../design/compiled-design.ts';
import { templatesIn } from '../design/templates-in.ts';
import type { TemplateName } from '../templates/template.ts';
import { type LiveEnvironment, propertiesOf } from './live-environment.ts';

/** What a name in a design stands for. */
export type NamedValue =
  | { readonly kind: 'variable' }
  | { readonly kind: 'property'; readonly type: PropertyType }
  /** Its source has no place now, so that nothing is known about its properties. */
  | { readonly kind: 'unknown' };

/** Returns an issue for each name in a template that the design or a source does not have. */
export function findNameIssues(compiled: CompiledLive, environment: LiveEnvironment): Issue[] {
  return templatesIn(compiled.design).flatMap(({ path, source }) =>
    (compiled.template(source)?.names ?? []).flatMap((name) => {
      const message = messageOf(compiled, environment, name);
      return message === null
        ? []
        : [{ path, message: `${message} (line ${name.line}, column ${name.column})` }];
    }),
  );
}

function messageOf(
  compiled: CompiledLive,
  environment: LiveEnvironment,
  { name, properties }: TemplateName,
): string | null {
  const { variables, sources } = compiled.design;
  if (properties.includes(null)) return `A property of ${name} has to be named by a text.`;
  const isSource = Object.hasOwn(sources, name);
  if (!isSource && name !== 'now' && !Object.hasOwn(variables, name)) return unknownName(compiled, name);
  const [property, ...further] = properties;
  if (!isSource)
    return isSize(properties) ? null : `${name} is a text, so it has no ${properties.join('.')}.`;
  if (typeof property !== 'string') return null;
  const found = findNamed(compiled, environment, `${name}.${property}`);
  if (typeof found === 'string') return found;
  return isSize(further) ? null : `${name}.${property} is no object, so it has no ${further.join('.')}.`;
}

/** Liquid counts the characters of a text by `size`. */
function isSize(properties: readonly (string | null)[]): boolean {
  return properties.length === 0 || (properties.length === 1 && properties[0] === 'size');
}

function unknownName({ design }: CompiledLive, name: string): string {
  const known = [...Object.keys(design.variables), ...Object.keys(design.sources), 'now'];
  return `Neither a variable nor a source is named ${JSON.stringify(name)}.${namesHint(name, known)}`;
}

/** Returns what a variable or a property of a source is, or a sentence about an unknown name. */
export function findNamed(
  compiled: CompiledLive,
  environment: LiveEnvironment,
  name: string,
): NamedValue | string {
  const { variables, sources } = compiled.design;
  const { source, property } = splitName(name);
  if (source === null) {
    return Object.hasOwn(variables, property) ? { kind: 'variable' } : unknownName(compiled, property);
  }
  if (!Object.hasOwn(sources, source)) return unknownName(compiled, source);
  const place = environment.get(source) ?? null;
  if (place === null) return { kind: 'unknown' };
  const properties = propertiesOf(place);
  const type = properties.get(property);
  if (type !== undefined) return { kind: 'property', type };
  const known = [...properties.keys()];
  return `${source} has no property ${JSON.stringify(property)}.${namesHint(property, known)}`;
}
