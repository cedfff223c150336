import type { Command } from 'commander';
import type { CopyFlags } from '../../database/copy.ts';
import type { DatabaseFlags } from '../../database/database.ts';
import { SETTINGS } from '../../settings/settings.ts';
import type { CommandContext } from '../command-context.ts';
import { databaseCommand, withExample } from '../options.ts';

export function addMaintenanceCommands(root: Command, { terminal, setExitCode }: CommandContext): void {
  const migrateCommand = databaseCommand(
    root,
    'migrate',
    'migrate the layout of the database to the current version',
  )
    .option('--check', 'change nothing; exit with code 1 if a migration is due')
    .action(async (flags: DatabaseFlags & { check?: true }) => {
      const { checkMigration, migrate } = await import('../../database/maintenance.ts');
      if (flags.check === true) setExitCode(await checkMigration(terminal, flags));
      else await migrate(terminal, flags);
    });
  withExample(
    migrateCommand,
    'vitrine migrate --database-url sqlite:./data/vitrine.db',
    'vitrine migrate --check',
  );

  const backupCommand = databaseCommand(
    root,
    'backup',
    'write a consistent copy of the database, also while a server runs',
  )
    .argument('<file>', 'the file to write; it must not exist')
    .action(async (file: string, flags) => {
      const { backup } = await import('../../database/maintenance.ts');
      await backup(terminal, file, flags);
    });
  withExample(backupCommand, 'vitrine backup backup.db');

  const copyCommand = root
    .command('copy')
    .description('copy a whole database into an empty one of any kind; run it again to resume')
    .requiredOption('--from <url>', 'the source; no server may write to it during the copy')
    .requiredOption('--to <url>', 'the target: an empty database, or the unfinished copy')
    .option(
      '--to-blobs <place>',
      `where the target stores pictures and fonts (default: ${SETTINGS.blobs.variable})`,
    )
    .action(async (flags: CopyFlags) => {
      const { copyDatabase } = await import('../../database/copy.ts');
      setExitCode(await copyDatabase(terminal, flags));
    });
  withExample(copyCommand, 'vitrine copy --from sqlite:./data/vitrine.db --to sqlite:./copy.db');
}
