import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ChangeTypeFlags } from '../../stores/change-type.ts';
import type { CreateStoreFlags, UpdateStoreFlags } from '../../stores/store-changes.ts';
import type { PropertyFlags, UpdatePropertyFlags } from '../../stores/store-properties.ts';
import type { CommandContext } from '../command-context.ts';
import {
  accountCommand,
  confirmOption,
  type NameFlag,
  nameOptions,
  repeatedOption,
  requireName,
  STORE,
  withExample,
} from '../options.ts';

const PROPERTY = 'the name of the property';
const DESCRIPTION = 'what it holds; "" removes the description';

/** Adds the commands that create and change stores and their properties. */
export function addStoreChangeCommands(stores: Command, context: CommandContext): void {
  const { terminal } = context;
  const create = nameOptions(
    accountCommand(stores, 'create', 'create an empty store'),
    'store; required without --from',
  )
    .addOption(repeatedOption('--property <name:type>', 'a property; add :required, or :unique for the key'))
    .option('--from <file.json>', 'the definition of the store, or the output of "stores show --json"');
  storeOptions(create).action(async (name: string | undefined, flags: CreateStoreFlags & NameFlag) => {
    const { createStore } = await import('../../stores/store-changes.ts');
    const isNamed = name !== undefined || flags.name !== undefined;
    await createStore(terminal, isNamed ? requireName(name, flags) : undefined, flags);
  });
  withExample(
    create,
    'vitrine stores create Products --property sku:string:unique --property price:number:required',
    'vitrine stores create --from products.json',
  );

  const update = accountCommand(
    stores,
    'update',
    'change the name, the description or the lifetime of records',
  )
    .argument('<store>', STORE)
    .option('--name <name>', 'a new name');
  storeOptions(update).action(async (store: string, flags: UpdateStoreFlags) => {
    const { updateStore } = await import('../../stores/store-changes.ts');
    await updateStore(terminal, store, flags);
  });
  withExample(update, 'vitrine stores update Products --name Catalogue --ttl 86400');

  addPropertyCommands(stores, context);
}

function storeOptions(command: Command): Command {
  return command
    .option('--description <text>', DESCRIPTION)
    .option('--ttl <seconds>', 'lifetime of a record after its last write, or "never"', readTtl)
    .addOption(
      new Option('--changes <answer>', 'whether changes are logged also while nobody follows them').choices([
        'yes',
        'no',
      ]),
    )
    .option('--history <duration>', 'how long values before a change are kept, such as P30D, or "never"')
    .option('--json', 'print the store as JSON');
}

/** Reads a number of seconds. The services check the range. */
function readTtl(value: string): number | 'never' {
  if (value === 'never') return value;
  if (!/^\d{1,15}$/.test(value)) {
    throw new InvalidArgumentError('Expected a whole number of seconds, or "never".');
  }
  return Number(value);
}

function addPropertyCommands(stores: Command, { terminal }: CommandContext): void {
  const properties = stores.command('properties').description('the properties of a store');
  const add = accountCommand(properties, 'add', 'add a property to a store')
    .argument('<store>', STORE)
    .argument('<name:type>', 'the property; add :required, or :unique for the key of an empty store')
    .option('--description <text>', 'what it holds')
    .option('--json', 'print the store as JSON')
    .action(async (store: string, property: string, flags: PropertyFlags) => {
      const { addProperty } = await import('../../stores/store-properties.ts');
      await addProperty(terminal, store, property, flags);
    });
  withExample(add, 'vitrine stores properties add Products colour:string --description "Of the frame"');

  const update = accountCommand(properties, 'update', 'change whether a property is required, or its text')
    .argument('<store>', STORE)
    .argument('<property>', PROPERTY)
    .option('--required', 'new records need a value')
    .addOption(new Option('--optional', 'new records need no value').conflicts('required'))
    .option('--description <text>', DESCRIPTION)
    .option('--json', 'print the store as JSON')
    .action(async (store: string, property: string, flags: UpdatePropertyFlags) => {
      const { updateProperty } = await import('../../stores/store-properties.ts');
      await updateProperty(terminal, store, property, flags);
    });
  withExample(update, 'vitrine stores properties update Products colour --required');

  const rename = accountCommand(properties, 'rename', 'rename a property that is not unique; the values stay')
    .argument('<store>', STORE)
    .argument('<property>', PROPERTY)
    .argument('<name>', 'the new name')
    .option('--json', 'print the store as JSON')
    .action(async (store: string, property: string, name: string, flags: PropertyFlags) => {
      const { renameProperty } = await import('../../stores/store-properties.ts');
      await renameProperty(terminal, store, property, name, flags);
    });
  withExample(rename, 'vitrine stores properties rename Products colour color');

  const changeType = accountCommand(properties, 'change-type', 'change the type of a property and its values')
    .argument('<store>', STORE)
    .argument('<property>', PROPERTY)
    .argument('<type>', 'string, number, boolean, datetime, url_image or url_link')
    .addOption(
      new Option('--decimal <mark>', 'how texts write numbers (default: detected)').choices([
        'point',
        'comma',
      ]),
    )
    .addOption(
      new Option('--dates <order>', 'day or month first in 03/04/2026 (default: detected)').choices([
        'dmy',
        'mdy',
      ]),
    )
    .option('--unset', 'unset values that do not fit')
    .option('--dry-run', 'change nothing and say how many values fit')
    .option('--json', 'print the store as JSON, or the numbers of --dry-run')
    .action(async (store: string, property: string, type: string, flags: ChangeTypeFlags) => {
      const { changeType: run } = await import('../../stores/change-type.ts');
      await run(terminal, store, property, type, flags);
    });
  withExample(changeType, 'vitrine stores properties change-type Products color url_link --unset');

  const deleteCommand = accountCommand(properties, 'delete', 'delete a property with its values')
    .argument('<store>', STORE)
    .argument('<property>', PROPERTY)
    .option('--json', 'print the store as JSON')
    .action(async (store: string, property: string, flags: PropertyFlags) => {
      const { deleteProperty } = await import('../../stores/store-properties.ts');
      await deleteProperty(terminal, store, property, flags);
    });
  withExample(confirmOption(deleteCommand), 'vitrine stores properties delete Products colour --yes');
}
