import { type Command, Option } from 'commander';
import type { PatchRecordFlags, ValidateRecordFlags, WriteRecordFlags } from '../../records/record-writes.ts';
import type { CommandContext } from '../command-context.ts';
import { accountCommand, keyOption, repeatedOption, STORE, withExample } from '../options.ts';

/** Adds the commands that write or validate one record. */
export function addRecordWriteCommands(records: Command, { terminal }: CommandContext): void {
  const add = accountCommand(records, 'add', 'add one record; "vitrine import" writes many').argument(
    '<store>',
    STORE,
  );
  valueOptions(add).action(async (store: string, flags: WriteRecordFlags) => {
    const { addRecord } = await import('../../records/record-writes.ts');
    await addRecord(terminal, store, flags);
  });
  withExample(add, 'vitrine records add Airports --set iata=VIE --set "name=Vienna International"');

  const patch = accountCommand(records, 'patch', 'change the given values of one record')
    .argument('<store>', STORE)
    .argument('[recordId]', 'the id of the record; or give --key')
    .addOption(keyOption())
    .option('--if-match <etag>', 'only if the record still has this etag, which "records get" shows');
  valueOptions(patch).action(async (store: string, recordId: string | undefined, flags: PatchRecordFlags) => {
    const { patchRecord } = await import('../../records/record-writes.ts');
    await patchRecord(terminal, store, recordId, flags);
  });
  withExample(patch, 'vitrine records patch Airports --key iata=VIE --set city=Vienna --unset state');

  const validate = accountCommand(
    records,
    'validate',
    'check a record as "records add" does, without adding it',
  )
    .argument('<store>', STORE)
    .addOption(
      new Option('--mode <mode>', 'upsert: merge it into a record that exists (default: insertOnly)').choices(
        ['insertOnly', 'upsert'],
      ),
    );
  valueOptions(validate).action(async (store: string, flags: ValidateRecordFlags) => {
    const { validateRecord } = await import('../../records/record-writes.ts');
    await validateRecord(terminal, store, flags);
  });
  withExample(validate, 'vitrine records validate Airports --from airport.json');
}

/** Adds the options that give the values of a record: `ValueFlags`. */
function valueOptions(command: Command): Command {
  return command
    .addOption(repeatedOption('--set <property=value>', 'a value'))
    .addOption(repeatedOption('--unset <property>', 'a property without a value'))
    .option('--from <file.json>', 'a JSON object with values; --set and --unset take precedence')
    .option('--json', 'print JSON');
}
