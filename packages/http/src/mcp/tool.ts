import type { Principal, StoreDetail, Vitrine } from '@vitrine/core';
import { z } from 'zod';

/** Who calls, and whom to ask. */
export interface ToolCall {
  readonly vitrine: Vitrine;
  readonly principal: Principal;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** For whom a tool is described. */
export interface Audience {
  readonly scope: Principal['kind'];
  /** The store of a store key; null for an account key, and when the store was deleted. */
  readonly ownStore: StoreDetail | null;
}

/** Plain JSON Schema of an object, as tool lists carry it. */
export type ObjectSchema = { type: 'object'; [keyword: string]: unknown };

export interface StoreTool {
  readonly name: string;
  readonly title: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  /** Written for a model that knows nothing of the account. */
  describe(audience: Audience): string;
  /**
   * Takes the arguments as they came and gives what the output schema says, at most `RESULT_MAX_BYTES` of JSON.
   * @throws VitrineError when the caller can do something about it; its text goes to the model.
   */
  run(call: ToolCall, given: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
}

/** JSON Schema of a contract. What clients see holds no unions: several of them turn such arguments into text. */
export function objectSchema(contract: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(contract, { io, target: 'draft-2020-12' });
  return { ...schema, type: 'object' };
}

/**
 * A required argument that clients see as text, taken as it comes: many send numbers or objects all the same, and
 * whoever reads it says what is wrong with it.
 */
export function shownAsText(meta: { description?: string; enum?: string[] }) {
  // A preprocessed value may be missing as far as zod goes, and is required in the JSON Schema.
  return z.preprocess((value) => value, z.unknown()).meta({ type: 'string', ...meta });
}

/** A description in a result. The length is what keeps the schema from allowing anything; it does not bind null. */
export const textOrNull = z.unknown().meta({ maxLength: 1_000, description: 'Text, or null.' });

/** A record in a result; its other members are the properties of its store. */
export const shownRecord = z
  .looseObject({ id: z.string(), date_created: z.string(), date_updated: z.string() })
  .meta({ additionalProperties: true });

/** Arguments without those that are null: some models fill in every member. */
export function withoutNulls(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}
