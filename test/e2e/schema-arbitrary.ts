import fc, { type Arbitrary } from 'fast-check';

/** The parts of JSON Schema that the OpenAPI documents use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

/** Values that are known to break parsers, databases and objects, for use in any place. */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  -(2 ** 31) - 1,
  '',
  ' ',
  '\u0000',
  '\ud800',
  "'; drop table records; --",
  '%_\\',
  '__proto__',
  'constructor',
  '../..',
  '𝒳'.repeat(300),
  'a'.repeat(2_000),
  [],
  [[[[[]]]]],
  {},
  { toString: 1 },
  { $ne: null },
];

const hostile: Arbitrary<unknown> = fc.oneof(fc.constantFrom(...HOSTILE), fc.jsonValue({ maxDepth: 2 }));
const DEPTH_MAX = 6;

/** How often a member has its likely value, for each time that it has a value of its schema. */
const LIKELY = 3;

/**
 * Generates values of a schema. One in `mutation` parts is replaced by a hostile value. References are resolved in
 * `schemas`, the schemas of the document. `likely` has values of members that a schema alone hardly finds, by name.
 */
export function valuesOf(
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
  {
    mutation,
    words,
    likely,
  }: {
    mutation: number;
    words: Arbitrary<string>;
    likely: Readonly<Record<string, Arbitrary<unknown>>>;
  },
): Arbitrary<unknown> {
  const build = (part: JsonSchema, depth: number): Arbitrary<unknown> => {
    const right = fc.constant(null).chain(() => valid(part, depth));
    return fc.integer({ min: 1, max: mutation }).chain((die) => (die === 1 ? hostile : right));
  };

  function valid(part: JsonSchema, depth: number): Arbitrary<unknown> {
    if (depth > DEPTH_MAX) return fc.constant(null);
    if (part.$ref !== undefined) {
      const name = part.$ref.replace('#/components/schemas/', '');
      const target = schemas[name];
      if (target === undefined) throw new Error(`${part.$ref} is not in the document.`);
      return valid(target, depth);
    }
    const choices = part.anyOf ?? part.oneOf;
    if (choices !== undefined) return fc.oneof(...choices.map((choice) => build(choice, depth + 1)));
    if (part.allOf !== undefined) return fc.oneof(...part.allOf.map((piece) => build(piece, depth + 1)));
    if (part.const !== undefined) return fc.constant(part.const);
    if (part.enum !== undefined) return fc.constantFrom(...part.enum);
    const types = Array.isArray(part.type) ? part.type : [part.type ?? 'any'];
    return fc.oneof(...types.map((type: string) => typed(type, part, depth)));
  }

  function typed(type: string, part: JsonSchema, depth: number): Arbitrary<unknown> {
    switch (type) {
      case 'string':
        return fc.oneof(words, fc.string({ maxLength: Math.min(part.maxLength ?? 20, 20) }));
      case 'integer':
        return fc.integer(range(part));
      case 'number':
        return fc.oneof(fc.integer(range(part)), fc.double({ ...range(part), noNaN: true }));
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array':
        return fc.array(build(part.items ?? {}, depth + 1), { maxLength: Math.min(part.maxItems ?? 4, 4) });
      case 'object':
        return object(part, depth);
      default:
        return hostile;
    }
  }

  function object(part: JsonSchema, depth: number): Arbitrary<unknown> {
    const members = Object.entries(part.properties ?? {}).map(
      ([name, member]) => [name, withLikely(name, build(member, depth + 1))] as const,
    );
    const known = fc.record(Object.fromEntries(members), { requiredKeys: [...(part.required ?? [])] });
    const more = part.additionalProperties;
    if (more === undefined || more === false) return known;
    const value = more === true ? hostile : build(more, depth + 1);
    return fc.tuple(known, fc.dictionary(words, value, { maxKeys: 4 })).map(([a, b]) => ({ ...b, ...a }));
  }

  function withLikely(name: string, any: Arbitrary<unknown>): Arbitrary<unknown> {
    const more = likely[name];
    return more === undefined ? any : fc.oneof({ arbitrary: more, weight: LIKELY }, any);
  }

  return build(schema, 0);
}

function range({ minimum = -1_000, maximum = 1_000 }: JsonSchema): { min: number; max: number } {
  return { min: Math.ceil(minimum), max: Math.max(Math.ceil(minimum), Math.floor(Math.min(maximum, 1e9))) };
}
