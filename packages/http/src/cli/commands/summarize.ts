import { type Command, Option } from 'commander';
import type { SummarizeFlags } from '../summarize.ts';
import type { CommandContext } from './command-context.ts';
import { accountCommand, collect, readCount, STORE, withExample } from './options.ts';

/** Adds `summarize`. */
export function addSummarizeCommand(root: Command, { terminal }: CommandContext): void {
  const command = accountCommand(root, 'summarize', 'compute sums, averages and counts of records by group')
    .argument('<store>', STORE)
    .addOption(
      repeated('--by <field[:bucket]>', 'group by a property; a bucket is a unit of time or a width'),
    )
    .addOption(
      repeated('--measure <op[:field]>', 'count, sum, avg, min, max or countDistinct (default: count)'),
    )
    .addOption(repeated('--filter <field:op:value>', 'only matching records, with the operators of a search'))
    .option('--any', 'with several filters: records that match at least one')
    .option('--time-zone <name>', 'the zone of buckets of time (default: UTC)')
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
      const { summarizeRecords } = await import('../summarize.ts');
      await summarizeRecords(terminal, store, flags);
    });
  withExample(command, 'vitrine summarize Weather --by date:month --measure sum:precipitation --sort date');
}

function repeated(flag: string, description: string): Option {
  return new Option(flag, `${description}; may be repeated`).argParser(collect).default([]);
}
