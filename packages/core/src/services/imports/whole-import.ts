import type { StartImportQuery } from '../../contracts/stores/imports.ts';
import { ValidationError } from '../../ground/errors.ts';
import { sleep } from '../../jobs/sleep.ts';
import { requireWanted } from '../../turns/caller.ts';
import type { ImportOptions, ImportService } from './import-service.ts';
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
    const { importId } = await start(principal, storeId, queryOf(request), file);
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
