import type { Principal } from '@vitrine/core';
import type { Audience, ObjectSchema, ToolCall } from './tool.ts';

/** A picture in the result of a tool. Models see PNG and JPEG. */
export interface ToolPicture {
  readonly bytes: Uint8Array;
  readonly mimeType: 'image/png' | 'image/jpeg';
}

/** What a tool returns: the content of its output schema, and a picture of it. */
export interface ToolResult {
  readonly structured: Record<string, unknown>;
  readonly picture?: ToolPicture;
}

/** What a client may assume about the effects of a tool. By default it counts as destructive and open to the world. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint: boolean;
}

/** A tool as an endpoint serves it to one kind of key. */
export interface ServedTool {
  readonly name: string;
  readonly title: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: ToolAnnotations;
  /** Returns the description, for a model that knows nothing about the account. */
  describe(audience: Audience): string;
  /**
   * Runs the tool with arguments that are not validated.
   * @throws VitrineError if the caller can fix the call. The model receives its text.
   */
  run(call: ToolCall, given: Readonly<Record<string, unknown>>): Promise<ToolResult>;
}

/** What an endpoint offers to one kind of key. */
export interface ToolSurface {
  readonly title: string;
  readonly scope: Principal['kind'];
  readonly instructions: string;
  readonly tools: readonly ServedTool[];
  /** Whether stores and their properties are resources. */
  readonly hasResources: boolean;
}
