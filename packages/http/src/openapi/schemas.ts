import * as contracts from '@vitrine/core/contracts';
import { z } from '@vitrine/core/contracts';

export type JsonSchema = Record<string, unknown>;

const PREFIX = '#/components/schemas/';

/** Where Zod puts named contracts that are only parts of others. */
const PARTS = '__shared';

/** Returns the JSON Schema of every named contract, in the form that clients send. */
function namedSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const contract of Object.values(contracts)) {
    // What reads contracts is exported beside them.
    if (!(contract instanceof z.ZodType)) continue;
    const id = contract.meta()?.id;
    if (id !== undefined) registry.add(contract, { id });
  }
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `${PREFIX}${id}`,
    io: 'input',
    // A file has no JSON form. Its schema is the metadata of its contract.
    unrepresentable: 'any',
    override: tidy,
  });
  const { [PARTS]: { $defs: parts = {} } = {}, ...messages } = schemas;
  const named = Object.fromEntries(
    Object.entries({ ...messages, ...parts }).map(([id, { $schema, $id, id: _, ...schema }]) => [id, schema]),
  );
  return JSON.parse(JSON.stringify(named).replaceAll(`${PREFIX}${PARTS}#/$defs/`, PREFIX));
}

/** Removes keywords without information: the bounds of all JavaScript integers, and the type of member names. */
function tidy({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  delete jsonSchema.propertyNames;
}

/** Returns the name of a contract. @throws Error for a contract without one. */
export function idOf(contract: z.ZodType): string {
  const id = contract.meta()?.id;
  if (id === undefined) throw new Error('A contract in a route has no id.');
  return id;
}

/** Returns a reference to a named contract. @throws as `idOf`. */
export function refTo(contract: z.ZodType): JsonSchema {
  return { $ref: `${PREFIX}${idOf(contract)}` };
}

/** Returns the schemas that a part of a document references, directly or indirectly. */
export function componentSchemas(part: unknown): Record<string, JsonSchema> {
  const all = namedSchemas();
  const found: Record<string, JsonSchema> = {};
  const collect = (text: string): void => {
    for (const [, id = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = all[id];
      if (schema === undefined) throw new Error(`No contract has the id ${id}.`);
      if (found[id] !== undefined) continue;
      found[id] = schema;
      collect(JSON.stringify(schema));
    }
  };
  collect(JSON.stringify(part));
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Returns the schemas of query parameters by name, and the names of the required ones. A number and its string form are
 * the same in a URL, so that both become a number.
 */
export function parameterSchemas(query: z.ZodObject): {
  readonly schemas: Record<string, JsonSchema>;
  readonly required: ReadonlySet<string>;
} {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input', override: tidy });
  const schemas = Object.fromEntries(
    Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => {
      const { type, ...rest } = schema;
      const isNumber = Array.isArray(type) && type.includes('number');
      return [name, { ...rest, ...(isNumber ? numberSchema(rest) : { type }) }];
    }),
  );
  return { schemas, required: new Set(required) };
}

function numberSchema({ format, minimum = 1 }: JsonSchema): JsonSchema {
  return format === 'double' ? { type: 'number' } : { type: 'integer', format: 'int32', minimum };
}
