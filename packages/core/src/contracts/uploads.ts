import { z } from 'zod';

/** A file as it came: its bytes, and what its sender calls it. */
export interface UploadedFile {
  readonly bytes: Uint8Array;
  /** Without folders; null when the sender did not say. */
  readonly name: string | null;
}

/** Exactly one file, a member of a body: over HTTP the field `file` of multipart/form-data (docs/rules.md#bodies). */
export const uploadedFile = z
  .custom<UploadedFile>(isUploadedFile, 'Expected exactly one file.')
  .meta({ type: 'string', format: 'binary' });

function isUploadedFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array;
}
