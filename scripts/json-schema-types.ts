export type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns the TypeScript type of a JSON Schema, on one line or with one line for each member of an object. */
export function typeOfSchema(schema: JsonSchema, indent = ''): string {
  const { $ref, allOf, anyOf, oneOf, type, format } = schema;
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  if (Array.isArray(allOf)) return allOf.map((part) => typeOfSchema(part, indent)).join(' & ');
  if (Object.hasOwn(schema, 'const')) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return literals(schema.enum);
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return union(choices.map((part) => typeOfSchema(part, indent)));
  if (Array.isArray(type)) return union(type.map((one) => typeOfSchema({ ...schema, type: one }, indent)));
  switch (type) {
    case 'string':
      return format === 'binary' ? 'Blob' : 'string';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
    case 'null':
      return type;
    case 'array':
      return `readonly ${grouped(typeOfSchema(asSchema(schema.items), indent))}[]`;
    case 'object':
      return objectType(schema, indent);
    default:
      return 'unknown';
  }
}

/** An empty text counts as absent. The types do not offer that. */
function literals(values: readonly unknown[]): string {
  return values
    .filter((value) => value !== '')
    .map((value) => JSON.stringify(value))
    .join(' | ');
}

/** A number may also be sent in its string form. The types do not offer that. */
function union(types: readonly string[]): string {
  const unique = [...new Set(types)];
  const isNumber = unique.length === 2 && unique.includes('number') && unique.includes('string');
  return isNumber ? 'number' : unique.join(' | ');
}

function grouped(type: string): string {
  return / [|&] |^readonly /.test(type) && !type.startsWith('{') ? `(${type})` : type;
}

function objectType(schema: JsonSchema, indent: string): string {
  const { properties = {}, additionalProperties } = schema;
  const required = new Set(schema.required as readonly string[] | undefined);
  const inner = `${indent}  `;
  const members = Object.entries(properties as Record<string, JsonSchema>).map(([name, member]) => {
    const optional = required.has(name) ? '' : '?';
    // Optional members may also be undefined, so that a caller can pass what it has.
    const orUndefined = required.has(name) ? '' : ' | undefined';
    const type = typeOfSchema(member, inner);
    return `${docComment(member.description, inner)}${inner}readonly ${memberName(name)}${optional}: ${type}${orUndefined};\n`;
  });
  const isOpen = typeof additionalProperties === 'object' && additionalProperties !== null;
  if (isOpen) {
    const type = typeOfSchema(additionalProperties as JsonSchema, inner);
    members.push(`${inner}readonly [name: string]: ${type};\n`);
  }
  if (members.length === 0) return 'Readonly<Record<string, unknown>>';
  return `{\n${members.join('')}${indent}}`;
}

/** Returns a comment of one line, or nothing. */
export function docComment(text: unknown, indent: string): string {
  return typeof text === 'string' ? `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n` : '';
}

function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function asSchema(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? (value as JsonSchema) : {};
}
