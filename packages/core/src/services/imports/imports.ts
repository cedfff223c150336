import { parseContract } from '../../contracts/ground/contract.ts';
import {
  FILE_NAME_MAX,
  ListImportsQuery,
  RefusedRecordsQuery,
  StartImportQuery,
} from '../../contracts/stores/imports.ts';
import { NotFoundError } from '../../ground/errors.ts';
import { canBeStored } from '../../ground/stored-text.ts';
import { detectFile } from '../../imports/detect-file.ts';
import { openText } from '../../imports/file/open-text.ts';
import { planRecords } from '../../imports/record-plan.ts';
import { importJob } from '../../jobs/job-kinds.ts';
import { trimImport } from '../../jobs/trim-import.ts';
import { guardWrites, type Principal } from '../../ports/access.ts';
import { decodeCursor, encodeCursor } from '../../query/cursor.ts';
import { fileBytes } from '../../storage/imports/imports.ts';
import type { ImportRow } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';
import { pageOf } from '../calls/page.ts';
import { discardFile, type ImportPlan, keepFile } from './import-file.ts';
import type { ImportService } from './import-service.ts';
import { showImport, showListedImport } from './import-view.ts';
import { inferStore, parseUpload, readFileParameters, withProblems, withType } from './infer-store.ts';
import { openerOf } from './open-file.ts';
import { readRefused } from './refused-records.ts';
import { openImportPlace, readTrialProperties } from './trial-store.ts';
import { readUploadParameters } from './upload-parameters.ts';
import { wholeImport } from './whole-import.ts';

/** Refused records that a response names. */
const ERRORS_MAX = 100;

/** @param runDueImport see `wholeImport`. */
export function importService(context: ServiceContext, runDueImport: () => Promise<boolean>): ImportService {
  const { storage, clock, ids, cursorSecrets: secrets } = context;

  async function requireImport(principal: Principal, storeId: string, importId: string): Promise<ImportRow> {
    const { accountId } = await openImportPlace(context, principal, storeId);
    const ref = { accountId, storeId, id: importId };
    const row = canBeStored(importId) ? await storage.imports.get(ref) : null;
    if (row === null) throw new NotFoundError('import');
    return row;
  }

  const calls: Omit<ImportService, 'run'> = {
    infer: (principal, query, file) => inferStore(principal, query, openerOf(file)),

    async start(principal, storeId, query, file) {
      const place = await openImportPlace(context, principal, storeId);
      const { accountId } = place;
      parseContract(StartImportQuery, query);
      await context.quotas.requireRoom(accountId, { queuedImports: 1, importBytes: 1 });
      const upload = parseUpload(await openerOf(file)());
      const { first, all } = await readUploadParameters(StartImportQuery, query, upload);
      return withProblems(async () => {
        const { sample, isWhole, text } = await openText(upload.chunks, first.encoding);
        const planWith = async ({ mapping = {}, mode = 'upsert', ...rest }: typeof first) => {
          const { dryRun, properties: wanted, fileName = upload.name, ...file } = rest;
          const trial = readTrialProperties(place, { properties: wanted, dryRun });
          const properties = trial ?? place.store?.properties ?? [];
          const parameters = withType(readFileParameters(file), upload);
          const known = new Set(properties.map(({ name }) => name));
          const detected = await detectFile(sample, isWhole, parameters, known);
          const { formulas = 'guarded' } = parameters;
          const records = planRecords(detected, properties, { mapping, formulas });
          const by = principal.key === null ? null : { id: principal.key.id, name: principal.key.name };
          const plan: ImportPlan = { records, mode, dryRun: dryRun === 'true', by };
          return {
            ...plan,
            ...(trial === null ? {} : { trial }),
            ...(fileName === null ? {} : { fileName: fileName.slice(0, FILE_NAME_MAX) }),
          };
        };
        try {
          // The fields of a form may follow its file. Other files are refused before they are stored.
          const early = upload.fields === undefined ? await planWith(first) : null;
          const chunks = await keepFile(context, accountId, text);
          const discard = (error: unknown) => discardFile(context, chunks, error);
          const plan = early ?? (await all().then(planWith).catch(discard));
          const now = clock();
          const row = {
            accountId,
            storeId,
            id: ids.uuid(now),
            plan: JSON.stringify(plan),
            chunks,
            createdAt: now,
          };
          await context.quotas
            .use(accountId, { queuedImports: 1, importBytes: fileBytes(chunks) }, () =>
              storage.imports.insert(row, [importJob(row, now)]),
            )
            .catch(discard);
          context.alarm.ring();
          return { importId: row.id, status: 'queued' as const };
        } finally {
          await text.return();
        }
      });
    },

    async list(principal, storeId, query = {}) {
      const { accountId } = await openImportPlace(context, principal, storeId);
      const { limit, cursor } = parseContract(ListImportsQuery, query);
      const scope = [accountId, 'ListImports', storeId];
      const before = cursor === undefined ? null : decodeCursor(secrets, scope, cursor).value;
      const slice = await storage.imports.list(
        { accountId, storeId },
        { before: before === null ? null : String(before), limit },
      );
      const items = slice.rows.map(showListedImport);
      return pageOf(items, limit, slice, ({ id }) => encodeCursor(secrets, scope, { value: id, seq: 0 }));
    },

    async get(principal, storeId, importId) {
      const row = await requireImport(principal, storeId, importId);
      const refused = await storage.imports.listRefused(row, 0, ERRORS_MAX);
      return showImport(row, refused);
    },

    async cancel(principal, storeId, importId) {
      const row = await requireImport(principal, storeId, importId);
      const by = principal.key;
      const { dryRun: isDryRun } = JSON.parse(row.plan) as ImportPlan;
      const end = { status: 'cancelled', reason: null, isDryRun } as const;
      if (await storage.imports.finish(row, end, clock(), { by })) return;
      while (await trimImport(context, row, 'all'));
    },

    async refused(principal, storeId, importId, query = {}) {
      const row = await requireImport(principal, storeId, importId);
      return readRefused(storage, row, parseContract(RefusedRecordsQuery, query));
    },
  };
  const service: ImportService = { ...calls, run: wholeImport(calls, runDueImport) };
  return guardWrites(service, {
    infer: 'reads',
    start: 'writes',
    run: 'writes',
    list: 'reads',
    get: 'reads',
    cancel: 'writes',
    refused: 'reads',
  });
}
