import type { Command } from 'commander';
import type { TypesFlags } from '../../stores/types.ts';
import type { CommandContext } from '../command-context.ts';
import { accountCommand, withExample } from '../options.ts';

/** Adds the command that writes TypeScript types of stores. */
export function addTypesCommand(root: Command, { terminal }: CommandContext): void {
  const command = accountCommand(root, 'types', 'write TypeScript types of the stores, for @vitrine/client')
    .option('--out <file.ts>', 'the file to write (default: standard output)')
    .option('--check', 'write nothing, and fail if the file is not current')
    .option('--url <url>', 'read the stores of a server, with the key in VITRINE_KEY, instead of a database')
    .action(async (flags: TypesFlags) => {
      const { writeStoreTypes } = await import('../../stores/types.ts');
      await writeStoreTypes(terminal, flags);
    });
  withExample(
    command,
    'vitrine types --out stores.ts',
    'VITRINE_KEY=account-… vitrine types --url https://vitrine.example --out stores.ts --check',
  );
}
