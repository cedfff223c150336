import type { JsonSchema } from '../../requests/agent-connection.ts';

interface FieldBase {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description: string | null;
}

/** A field of the form for the arguments of a tool. */
export type ArgumentField = FieldBase &
  (
    | { readonly kind: 'text' }
    | { readonly kind: 'choice'; readonly choices: readonly string[] }
    /** A list of objects, one row each. */
    | { readonly kind: 'rows'; readonly fields: readonly ArgumentField[] }
    /** Anything else: written as JSON. */
    | { readonly kind: 'json' }
  );

export type Arguments = Readonly<Record<string, unknown>>;

/** Returns the fields of a form for a schema. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema): readonly ArgumentField[] {
  return Object.entries(properties).map(([name, schema]) => {
    const base = { name, isRequired: required.includes(name), description: schema.description ?? null };
    if (schema.enum !== undefined) return { ...base, kind: 'choice', choices: schema.enum };
    if (schema.type === 'string') return { ...base, kind: 'text' };
    if (schema.type === 'array' && schema.items?.type === 'object') {
      return { ...base, kind: 'rows', fields: fieldsOf(schema.items) };
    }
    return { ...base, kind: 'json' };
  });
}

/** Returns the arguments with one of them changed. Empty text leaves it out. */
export function withArgument(given: Arguments, name: string, value: unknown): Arguments {
  const { [name]: _before, ...others } = given;
  return value === '' ? others : { ...others, [name]: value };
}

/** Returns an argument as text to edit. */
export function argumentText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Reads text as JSON: `25` is a number. What is no JSON is sent as text, so that one sees what the server says to it. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Reads the arguments of a tool. Null if the text is no JSON object. */
export function readArguments(text: string): Arguments | null {
  const value = readJson(text);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Arguments) : null;
}
