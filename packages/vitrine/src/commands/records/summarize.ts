import { type Command, Option } from 'commander';
import type { SummarizeFlags } from '../../records/summarize.ts';
import type { CommandContext } from '../command-context.ts';
import {
  accountCommand,
  filterOptions,
  readCount,
  repeatedOption,
  STORE,
  searchOption,
  withExample,
} from '../options.ts';

/** Adds `summarize`. */
export function addSummarizeCommand(root: Command, { terminal }: CommandContext): void {
  const command = accountCommand(root, 'summarize', 'compute sums, averages and counts of records by group')
    .argument('<store>', STORE)
    .addOption(
      repeatedOption(
        '--by <field[:bucket]>',
        'group by a property; a bucket is a unit of time, weekday, hourOfDay, a width, or anycase for texts',
      ),
    )
    .addOption(
      repeatedOption(
        '--measure <op[:field]>',
        'count, sum, avg, min, max, median, p90, p95, p99 or countDistinct; from..to:day is the time between two dates, ' +
          'length(title) the characters of a text',
        'count',
      ),
    );
  searchOption(filterOptions(command))
    .addOption(repeatedOption('--having <measure:op:value>', 'only groups such as count:gte:10'))
    .option(
      '--sort <name>',
      'order by count, a field of --by, or a measure such as sum_price (default: count)',
    )
    .addOption(
      new Option('--direction <way>', 'default: asc for a field, else desc').choices(['asc', 'desc']),
    )
    .option('--limit <number>', 'print at most this many groups', readCount)
    .option('--json', 'print JSON')
    .action(async (store: string, flags: SummarizeFlags) => {
      const { summarizeRecords } = await import('../../records/summarize.ts');
      await summarizeRecords(terminal, store, flags);
    });
  command.addHelpText('after', '\nThe zone of --time-zone is also that of buckets of time.');
  withExample(
    command,
    'vitrine summarize Weather --by date:month --measure sum:precipitation --sort date',
    'vitrine summarize Weather --by weather:anycase --measure median:wind --having count:gte:10',
  );
}
