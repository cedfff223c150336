import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import {
  accountCommand,
  confirmOption,
  listOptions,
  namesOption,
  repeatedOption,
  withExample,
} from '../options.ts';

const WEBHOOK = 'the id that "webhooks list" shows';
const AN_ID = '0198f2d4-9d4c-7e6f-a081-3c4d5e6f7a8b';
const A_DELIVERY = 'msg_2gYkXbP0sLrZk4TqP0sLrZk4TqP';

export function addWebhookCommands(root: Command, { terminal }: CommandContext): void {
  const webhooks = root.command('webhooks').description('receivers that are called when stores change');
  const load = () => import('../../webhooks/webhooks.ts');

  /** Adds a command about one webhook. */
  const oneCommand = (name: string, description: string) =>
    accountCommand(webhooks, name, description).argument('<webhook>', WEBHOOK);

  const list = accountCommand(webhooks, 'list', 'list the webhooks, newest first').action(async (flags) => {
    await (await load()).listWebhooks(terminal, flags);
  });
  withExample(listOptions(list), 'vitrine webhooks list --json');

  const add = accountCommand(webhooks, 'add', 'create a webhook; its secret is shown only once')
    .argument('<url>', 'the https URL of the receiver')
    .addOption(namesOption('--events <type,…>', 'types of changes, such as record.* or store.deleted', '*'))
    .addOption(repeatedOption('--store <store>', 'only this store, by its id or name', 'all'))
    .addOption(
      repeatedOption('--filter <field:op:value>', 'with one store: only records that match all of these'),
    )
    .addOption(
      new Option('--payload <what>', 'full: with the record (default: thin)').choices(['thin', 'full']),
    )
    .addOption(repeatedOption('--header <name: value>', 'a header that the receiver asks for'))
    .option('--description <text>', 'a description')
    .option('--json', 'print the webhook as JSON')
    .action(async (url: string, flags) => {
      await (await load()).addWebhook(terminal, url, flags);
    });
  withExample(
    add,
    'vitrine webhooks add https://shop.example.com/vitrine --events "record.*" --payload full',
  );

  const show = oneCommand('show', 'show a webhook and how it fares')
    .option('--json', 'print JSON')
    .action(async (id: string, flags) => {
      await (await load()).showWebhook(terminal, id, flags);
    });
  withExample(show, `vitrine webhooks show ${AN_ID}`);

  const test = oneCommand('test', 'send a test message now, and show the answer')
    .option('--json', 'print JSON')
    .action(async (id: string, flags) => {
      await (await load()).testWebhook(terminal, id, flags);
    });
  withExample(test, `vitrine webhooks test ${AN_ID}`);

  const rotate = oneCommand('rotate', 'replace the secret; the earlier one signs too for 24 hours')
    .option('--json', 'print JSON')
    .action(async (id: string, flags) => {
      await (await load()).rotateSecret(terminal, id, flags);
    });
  withExample(rotate, `vitrine webhooks rotate ${AN_ID}`);

  const disable = oneCommand(
    'disable',
    'send nothing until the webhook is enabled; changes wait a week',
  ).action(async (id: string, flags) => {
    await (await load()).switchWebhook(terminal, id, 'disabled', flags);
  });
  withExample(disable, `vitrine webhooks disable ${AN_ID}`);

  const enable = oneCommand('enable', 'make a disabled webhook active').action(async (id: string, flags) => {
    await (await load()).switchWebhook(terminal, id, 'active', flags);
  });
  withExample(enable, `vitrine webhooks enable ${AN_ID}`);

  const deliveries = oneCommand('deliveries', 'list the deliveries of a webhook, newest first')
    .addOption(
      new Option('--status <status>', 'only those (default: all)').choices([
        'pending',
        'delivered',
        'failed',
      ]),
    )
    .action(async (id: string, flags) => {
      await (await load()).listDeliveries(terminal, id, flags);
    });
  withExample(listOptions(deliveries), `vitrine webhooks deliveries ${AN_ID} --status failed`);

  const retry = oneCommand('retry', 'send a delivery again, with its id and body')
    .argument('<delivery>', 'the id that "webhooks deliveries" shows')
    .action(async (id: string, delivery: string, flags) => {
      await (await load()).retryDelivery(terminal, id, delivery, flags);
    });
  withExample(retry, `vitrine webhooks retry ${AN_ID} ${A_DELIVERY}`);

  const replay = oneCommand('replay', 'deliver again what follows a position of a store')
    .requiredOption('--since <position>', 'the position of a change')
    .action(async (id: string, flags) => {
      await (await load()).replayWebhook(terminal, id, flags);
    });
  withExample(replay, `vitrine webhooks replay ${AN_ID} --since 0000000000c-oWaCcjql_PBsTRTm3-LvEQ`);

  const remove = oneCommand('remove', 'delete a webhook with its deliveries').action(
    async (id: string, flags) => {
      await (await load()).removeWebhook(terminal, id, flags);
    },
  );
  withExample(confirmOption(remove), `vitrine webhooks remove ${AN_ID} --yes`);
}
