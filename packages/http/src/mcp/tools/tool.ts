import type { Principal, Vitrine } from '@vitrine/core';
import type { StoreDetail } from '@vitrine/core/contracts';
import { parseContract, z } from '@vitrine/core/contracts';

/** The caller of a tool and the Vitrine that it reads. */
export interface ToolCall {
  readonly vitrine: Vitrine;
  readonly principal: Principal;
  /** Whether the console is served, so that URLs may lead there. */
  readonly hasConsole: boolean;
  /** Aborts when the client no longer waits for the response. */
  readonly signal: AbortSignal;
}

/** The reader of a tool's description. */
export interface Audience {
  readonly scope: Principal['kind'];
  /** The store of a store key. Null for an account key, and if the store was deleted. */
  readonly ownStore: StoreDetail | null;
}

/** The JSON Schema of an object in a tool list. */
export type ObjectSchema = { type: 'object'; required?: string[]; [keyword: string]: unknown };

export interface StoreTool {
  readonly name: string;
  readonly title: string;
  readonly inputSchema: ObjectSchema;
  /** Set if only these keys have the tool. */
  readonly scope?: Principal['kind'];
  /** Set if an account key has to name the store. */
  readonly needsStore?: true;
  readonly outputSchema: ObjectSchema;
  /** Returns the description, for a model that knows nothing about the account. */
  describe(audience: Audience): string;
  /**
   * Runs the tool with arguments that are not validated. Returns a result of the output schema with at most
   * `RESULT_MAX_BYTES` of JSON.
   * @throws VitrineError if the caller can fix the call. The model receives its text.
   */
  run(call: ToolCall, given: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
}

/** Returns the JSON Schema of arguments. It has no unions, because several clients turn such arguments into text. */
export function inputSchema(contract: z.ZodObject): ObjectSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(contract, { io: 'input', target: 'draft-2020-12' });
  return { ...schema, type: 'object' };
}

type MemberType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';

/**
 * Returns the JSON Schema of a result: the types of its main members. Each conversation pays for the list of tools, and a
 * model sees the others and what members contain.
 */
export function resultSchema(
  required: Readonly<Record<string, MemberType>>,
  optional: Readonly<Record<string, MemberType>> = {},
): ObjectSchema {
  const properties = Object.entries({ ...required, ...optional }).map(([name, type]) => [name, { type }]);
  return { type: 'object', properties: Object.fromEntries(properties), required: Object.keys(required) };
}

/**
 * Returns the contract of a required argument that clients see as text but that accepts any value. Many clients send
 * numbers or objects anyway, and the tool that reads the argument reports errors.
 */
export function shownAsText(meta: { description?: string; enum?: string[] }) {
  // Zod lets a preprocessed value be missing, and the JSON Schema still lists it as required.
  return z.preprocess((value) => value, z.unknown()).meta({ type: 'string', ...meta });
}

/** Reads the arguments of a tool. @throws ValidationError */
export function readArguments<Contract extends z.ZodObject>(
  contract: Contract,
  given: Readonly<Record<string, unknown>>,
): z.output<Contract> {
  return parseContract(contract, withoutUnset(contract, given));
}

/**
 * Returns an object without what counts as absent, because some models fill in every member: null, and of an optional
 * member also an empty text and the text `null`.
 */
export function withoutUnset(
  contract: z.ZodObject,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const isOptional = (name: string) =>
    Object.hasOwn(contract.shape, name) && (contract.shape[name] as z.ZodType).isOptional();
  const isUnset = (name: string, value: unknown) =>
    value === null || ((value === '' || value === 'null') && isOptional(name));
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => !isUnset(name, value)));
}
