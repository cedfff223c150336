import type { Command } from 'commander';
import type { QueryFlags } from '../../records/query.ts';
import type { CommandContext } from '../command-context.ts';
import {
  accountCommand,
  filterOptions,
  namesOption,
  readCount,
  STORE,
  searchOption,
  sortOptions,
  withExample,
} from '../options.ts';

/** Adds `query`. */
export function addQueryCommand(root: Command, { terminal }: CommandContext): void {
  const command = accountCommand(root, 'query', 'find the records that match filters, newest first').argument(
    '<store>',
    STORE,
  );
  sortOptions(searchOption(filterOptions(command)))
    .addOption(namesOption('--fields <name,…>', 'print only these besides the id', 'all'))
    .option('--limit <number>', 'print at most this many (default: all)', readCount)
    .option('--cursor <cursor>', 'continue after an earlier query with the same filters and order')
    .option('--total', 'count all matches too')
    .option('--json', 'print one JSON object: items, and if present cursor and total')
    .action(async (store: string, flags: QueryFlags) => {
      const { queryRecords } = await import('../../records/query.ts');
      await queryRecords(terminal, store, flags);
    });
  withExample(
    command,
    'vitrine query Airports --filter state:in:CA,NV --sort name --fields name,city --limit 20',
    'vitrine query Weather --filter date:after:2015-06-30 --filter wind:gte:6 --total --json',
  );
}
