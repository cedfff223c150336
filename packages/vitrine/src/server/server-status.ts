import type { ServerStatus } from '@vitrine/core/contracts';
import { readVersion } from '@vitrine/http/program';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { printItem } from '../lists/print-item.ts';
import { type Column, printTable } from '../lists/table.ts';
import { formatCount, printLine, type Terminal } from '../terminal/terminal.ts';

/** The members of the status that do not depend on the process which reads them. */
type SharedStatus = Pick<ServerStatus, 'storage' | 'jobs' | 'geocoding' | 'imports' | 'failedJobs'> & {
  readonly version: string;
  readonly limits: Pick<ServerStatus['limits'], 'account'>;
};

/**
 * Runs `vitrine server status`: prints what `/admin/status` shows of the database. Uptime, queues, rate limits and
 * metrics are omitted, because they are of one server process.
 */
export function serverStatus(
  terminal: Terminal,
  flags: AccountFlags & { readonly json?: boolean },
): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const { storage, jobs, geocoding, imports, limits, failedJobs } = await vitrine.status.read(principal);
    const { account } = limits;
    const shared = { storage, jobs, geocoding, imports, limits: { account }, failedJobs };
    const status = { version: readVersion(), ...shared };
    await printStatus(terminal, status, flags);
  });
}

async function printStatus(
  terminal: Terminal,
  status: SharedStatus,
  flags: { readonly json?: boolean },
): Promise<void> {
  const { version, storage, geocoding, imports, limits, jobs, failedJobs } = status;
  const quotas = Object.entries(limits.account).flatMap(([resource, limit]) =>
    limit === undefined ? [] : `${resource} ${formatCount(limit)}`,
  );
  printItem(terminal, flags, status, [
    ['version', version],
    ['storage', storage.engine],
    ['layout', storage.layout],
    ['size', storage.bytes === null ? null : `${formatCount(storage.bytes)} bytes`],
    ['addresses queued', formatCount(geocoding.queued)],
    ['addresses in flight', formatCount(geocoding.processing)],
    ['oldest address', geocoding.oldestWaiting ?? undefined],
    ['imports queued', formatCount(imports.queued)],
    ['imports running', formatCount(imports.running)],
    ['oldest import', imports.oldestWaiting ?? undefined],
    ['quotas', quotas.length === 0 ? 'none' : quotas.join(', ')],
  ]);
  if (flags.json === true) return;
  if (jobs.length > 0) {
    printLine(terminal.stdout, '');
    await printTable(terminal.stdout, JOB_COLUMNS, [jobs]);
  }
  if (failedJobs.length > 0) {
    printLine(terminal.stdout, '');
    await printTable(terminal.stdout, FAILED_COLUMNS, [failedJobs]);
  }
}

const JOB_COLUMNS: readonly Column<ServerStatus['jobs'][number]>[] = [
  { header: 'JOBS', cell: ({ kind }) => kind },
  { header: 'WAITING', cell: ({ waiting }) => waiting },
  { header: 'RUNNING', cell: ({ running }) => running },
  { header: 'FAILED', cell: ({ buried }) => buried },
  { header: 'OLDEST DUE', cell: ({ oldestWaiting }) => oldestWaiting },
];

const FAILED_COLUMNS: readonly Column<ServerStatus['failedJobs'][number]>[] = [
  { header: 'FAILED JOB', cell: ({ id }) => id, whole: true },
  { header: 'KIND', cell: ({ kind }) => kind },
  { header: 'SCOPE', cell: ({ scope }) => scope },
  { header: 'ATTEMPTS', cell: ({ attempts }) => attempts },
  { header: 'FAILED AT', cell: ({ failedAt }) => failedAt },
  { header: 'REASON', cell: ({ reason }) => reason },
];

/** Runs `vitrine jobs retry`: enqueues failed jobs again, due now. A server runs them. */
export function retryJobs(terminal: Terminal, ids: readonly string[], flags: AccountFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    for (const id of new Set(ids)) {
      await vitrine.status.retryJob(principal, id);
      printLine(terminal.stdout, `queued  ${id}`);
    }
  });
}
