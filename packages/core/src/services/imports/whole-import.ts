import type { FileUpload, StartImportQuery } from '../../contracts/stores/imports.ts';
import { ValidationError } from '../../ground/errors.ts';
import { sleep } from '../../jobs/sleep.ts';
import { requireWanted } from '../../turns/caller.ts';
import type { ImportFile, ImportOptions, ImportService } from './import-service.ts';
import { importToEnd } from './import-to-end.ts';

/** Milliseconds between two looks at an import that another worker has. */
const LOOK_EVERY = 100;

/**
 * Returns the call that imports a whole file. It does the work itself, unless another worker has it.
 *
 * @param runDueImport runs the job of an import for a slice of time. False: none is due.
 */
export function wholeImport(
  { start, get, cancel }: Pick<ImportService, 'start' | 'get' | 'cancel'>,
  runDueImport: () => Promise<boolean>,
): ImportService['run'] {
  return async (principal, storeId, file, { onProgress, signal, ...request } = {}) => {
    requireWanted({ signal });
    const { importId } = await start(principal, storeId, queryOf(request), async () => uploadOf(file));
    const looking = signal ?? new AbortController().signal;
    return importToEnd(
      {
        get: () => get(principal, storeId, importId),
        async wait() {
          requireWanted({ signal });
          if (!(await runDueImport())) await sleep(LOOK_EVERY, looking);
          requireWanted({ signal });
        },
        cancel: () => cancel(principal, storeId, importId),
        failed: (message) => new ValidationError([{ path: '', message }]),
      },
      { onProgress, signal },
    );
  };
}

function queryOf({ mapping, properties, dryRun, ...query }: ImportOptions): StartImportQuery {
  return {
    ...query,
    ...(mapping === undefined ? {} : { mapping: JSON.stringify(mapping) }),
    ...(properties === undefined ? {} : { properties: JSON.stringify(properties) }),
    ...(dryRun === undefined ? {} : { dryRun: String(dryRun) as 'true' | 'false' }),
  };
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
