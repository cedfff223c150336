import * as contracts from '@vitrine/core/contracts';
import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

const PREFIX = '#/components/schemas/';

/**
 * Every named contract, in the form in which it is sent: what comes in is what a client writes, what goes out is open.
 */
function namedSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const contract of Object.values(contracts)) {
    const id = contract.meta()?.id;
    if (id !== undefined) registry.add(contract, { id });
  }
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `${PREFIX}${id}`,
    io: 'input',
    // A file is no JSON; what its contract says of itself stands for it.
    unrepresentable: 'any',
    override: tidy,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema as JsonSchema]),
  );
}

/** Leaves out what says nothing: bounds of every JavaScript integer, and that names of members are text. */
function tidy({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  delete jsonSchema.propertyNames;
}

/** A reference to a named contract. @throws Error for one without a name. */
export function refTo(contract: z.ZodType): JsonSchema {
  const id = contract.meta()?.id;
  if (id === undefined) throw new Error('A contract in a route has no id.');
  return { $ref: `${PREFIX}${id}` };
}

/** The schemas that a part of a document refers to, and those that these refer to. */
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
 * Query parameters by name, and which must be there. In a URL all is text, so a number or its string form is one thing:
 * an int32.
 */
export function parameterSchemas(query: z.ZodObject): {
  readonly schemas: Record<string, JsonSchema>;
  readonly required: ReadonlySet<string>;
} {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input', override: tidy });
  const schemas = Object.fromEntries(
    Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => {
      const { type, enum: values, ...rest } = schema;
      const isNumber = Array.isArray(type) && type.includes('number');
      return [
        name,
        {
          ...rest,
          ...(isNumber ? numberSchema(rest) : { type }),
          // An empty parameter counts as absent; that is no choice to offer.
          ...(Array.isArray(values) ? { enum: values.filter((value) => value !== '') } : {}),
        },
      ];
    }),
  );
  return { schemas, required: new Set(required) };
}

function numberSchema({ format }: JsonSchema): JsonSchema {
  return format === 'double' ? { type: 'number' } : { type: 'integer', format: 'int32', minimum: 1 };
}
