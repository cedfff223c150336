import type { FileUpload } from '../../contracts/stores/imports.ts';
import { ValidationError } from '../../ground/errors.ts';
import type { ImportFile } from './import-service.ts';
import type { OpenUpload } from './infer-store.ts';

/** Returns what opens the file of a call. */
export function openerOf(file: OpenUpload | ImportFile): OpenUpload {
  return typeof file === 'function' ? file : async () => uploadOf(file);
}

function uploadOf(file: ImportFile): FileUpload {
  const [type = ''] = file instanceof Blob ? file.type.split(';') : [];
  return { name: null, type: type === '' ? null : type.toLowerCase(), chunks: bytesOf(file) };
}

async function* bytesOf(file: ImportFile): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  if (typeof file === 'string') yield encoder.encode(file);
  else if (file instanceof Uint8Array) yield file;
  else if (file instanceof ArrayBuffer) yield new Uint8Array(file);
  else {
    for await (const chunk of streamOf(file)) {
      if (typeof chunk === 'string') yield encoder.encode(chunk);
      else if (chunk instanceof Uint8Array) yield chunk;
      else throw unreadable();
    }
  }
}

function streamOf(file: Blob | AsyncIterable<Uint8Array | string>): AsyncIterable<unknown> {
  if (file instanceof Blob) return file.stream();
  // For programs that the compiler does not check.
  if (typeof file !== 'object' || file === null || !(Symbol.asyncIterator in file)) throw unreadable();
  return file;
}

function unreadable(): ValidationError {
  return new ValidationError([
    { path: 'file', message: 'Expected text, bytes, a Blob or a stream of bytes.' },
  ]);
}
