import { z } from 'zod';

/** An uploaded file: its bytes and its name. */
export interface UploadedFile {
  readonly bytes: Uint8Array;
  /** Without folders. Null if the client did not send one. */
  readonly name: string | null;
}

/**
 * The contract of exactly one file, a member of a body. Over HTTP it is the field `file` of multipart/form-data
 * (docs/rules.md#bodies).
 */
export const uploadedFile = z
  .custom<UploadedFile>(isUploadedFile, 'Expected exactly one file.')
  .meta({ type: 'string', format: 'binary' });

function isUploadedFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array;
}
