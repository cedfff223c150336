import { Argument, type Command } from 'commander';
import type { MeasureFlags } from '../../records/record-measures.ts';
import type { CommandContext } from '../command-context.ts';
import { accountCommand, filterOptions, STORE, searchOption, withExample } from '../options.ts';

/** Adds the commands that compute one number over records. `summarize` computes them by group. */
export function addRecordMeasureCommands(records: Command, { terminal }: CommandContext): void {
  const count = accountCommand(records, 'count', 'count the matching records').argument('<store>', STORE);
  searchOption(filterOptions(count))
    .option('--json', 'print JSON')
    .action(async (store: string, flags: MeasureFlags) => {
      const { countRecords } = await import('../../records/record-measures.ts');
      await countRecords(terminal, store, flags);
    });
  withExample(count, 'vitrine records count Airports --filter state:eq:CA');

  const aggregate = accountCommand(records, 'aggregate', 'compute a measure of a number property')
    .argument('<store>', STORE)
    .addArgument(new Argument('<op>', 'the measure').choices(['sum', 'avg', 'min', 'max']))
    .argument('<property>', 'the name of a number property');
  filterOptions(aggregate)
    .option('--json', 'print JSON')
    .action(
      async (store: string, op: 'sum' | 'avg' | 'min' | 'max', property: string, flags: MeasureFlags) => {
        const { aggregateRecords } = await import('../../records/record-measures.ts');
        await aggregateRecords(terminal, store, op, property, flags);
      },
    );
  withExample(aggregate, 'vitrine records aggregate Weather max wind --filter date:after:2014-12-31');
}
