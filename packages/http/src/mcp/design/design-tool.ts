import { UnavailableError } from '@vitrine/core';
import type { DrawnLive } from '@vitrine/core/server';
import type { ServedTool, ToolAnnotations, ToolPicture, ToolResult } from '../tools/tool-surface.ts';

/** Reads nothing but the account. */
export const READS: ToolAnnotations = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
/** Makes or changes a draft, which nobody but those who work on it sees. */
export const DRAFTS: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
/** Changes what mails show if the draft is one of a saved picture. Saving again does nothing. */
export const PUBLISHES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
};

/** A tool of `/design_mcp`. All its callers have account keys, so its description is the same for everyone. */
export interface DesignTool extends Omit<ServedTool, 'describe'> {
  readonly description: string;
}

/**
 * Returns what a tool tells about a draft with its picture. A draft that was made or changed, but can't be drawn now, has
 * advice in place of the picture: the call must not look as if it had failed.
 */
export async function withPicture(
  structured: Record<string, unknown>,
  draw: () => Promise<ToolPicture>,
): Promise<ToolResult> {
  try {
    return { structured, picture: await draw() };
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    return { structured: { ...structured, advice: 'The picture was not drawn in time. Look again.' } };
  }
}

/** Returns a drawn picture as content for a model. @throws Error for a GIF, which `look` never returns. */
export function pictureOf({ format, bytes }: DrawnLive): ToolPicture {
  if (format === 'gif') throw new Error('A look is a still picture.');
  return { bytes, mimeType: `image/${format}` };
}

/** Returns a design without what is null, which is what a design has where nothing is given. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const set = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(set.map(([name, member]) => [name, withoutNulls(member)]));
}
