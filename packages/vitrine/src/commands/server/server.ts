import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { accountCommand, withExample } from '../options.ts';

/** Adds `server` and `jobs`. */
export function addServerCommands(root: Command, { terminal }: CommandContext): void {
  const server = root.command('server').description('the state of the database that servers work on');
  const status = accountCommand(
    server,
    'status',
    'show storage, jobs, geocoding queue, imports, quotas and failed jobs',
  )
    .option('--json', 'print JSON')
    .action(async (flags) => {
      const { serverStatus } = await import('../../server/server-status.ts');
      await serverStatus(terminal, flags);
    });
  withExample(status, 'vitrine server status');

  const jobs = root.command('jobs').description('the background work of servers');
  const retry = accountCommand(jobs, 'retry', 'enqueue failed jobs again')
    .argument('<id...>', 'the ids that "server status" shows')
    .action(async (ids: string[], flags) => {
      const { retryJobs } = await import('../../server/server-status.ts');
      await retryJobs(terminal, ids, flags);
    });
  withExample(retry, 'vitrine jobs retry 42');
}
