import { rule } from './requirement.ts';

/** spec/changes.md, sections 3 and 8: webhooks. */
export const webhooks = {
  'webhooks.standard': rule(
    'changes 3',
    'A delivery is a message of Standard Webhooks 1.0: type, timestamp and data, with the three headers, verified by its library.',
  ),
  'webhooks.data': rule(
    'changes 8',
    '`data` is the item of the feed with `storeId`, and for `full` the record; above 20,480 bytes it is thin with `truncated`.',
  ),
  'webhooks.create': rule(
    'changes 3',
    'Creation returns a secret once; bad `url`, `events`, `storeIds`, `filters`, `headers` are 400 at their name, and change nothing.',
  ),
  'webhooks.url': rule(
    'changes 8',
    'URLs are https; private literals, localhost and user information are 400, a name that is unknown is 201.',
  ),
  'webhooks.access': rule(
    'changes 3',
    'Only account keys use webhooks, and only those of their account; read-only keys read them.',
  ),
  'webhooks.quota': rule('changes 3', 'An account has at most 20 webhooks, unless its quota says otherwise.'),
  'webhooks.secret': rule(
    'changes 3',
    'A secret is never shown again; a rotated one signs too for 24 hours. Header values are never shown.',
  ),
  'webhooks.stores': rule(
    'changes 8',
    'Without `storeIds` a webhook has all stores of the account, later ones too, with their creation and deletion.',
  ),
  'webhooks.from-now': rule(
    'changes 3',
    'A webhook delivers every change after its creation, and none before.',
  ),
  'webhooks.filters': rule(
    'changes 3',
    'With `filters` only records that match now are delivered, and always deletions; filters need exactly one store.',
  ),
  'webhooks.retries': rule(
    'changes 3',
    'Attempts follow after 0 s, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h with jitter; the body and the id stay.',
  ),
  'webhooks.retry-after': rule('changes 3', '`Retry-After` is obeyed for the whole webhook.'),
  'webhooks.failures': rule(
    'changes 7',
    'Only 2xx is a success: slow, failing, redirecting, resetting, endless and unreachable receivers are failures that are repeated.',
  ),
  'webhooks.order': rule(
    'changes 3',
    'Deliveries of a record are in order: a later one waits until the earlier one is delivered or given up.',
  ),
  'webhooks.disable': rule(
    'changes 3',
    '410 disables at once, five days without a success too, with a reason and a line in the audit log.',
  ),
  'webhooks.off': rule(
    'changes 8',
    'A disabled webhook sends nothing, and goes on where it stopped when it is active again, at most a week back.',
  ),
  'webhooks.test-message': rule(
    'changes 8',
    '`test` sends `webhook.test` once, returns 200 with the status and the first kB of the answer, and is not repeated.',
  ),
  'webhooks.deliveries': rule(
    'changes 3',
    'Deliveries are listed with attempts and bodies; bodies are kept for three days, ended deliveries for seven.',
  ),
  'webhooks.retry': rule('changes 8', 'A retry by hand sends the same id and body again.'),
  'webhooks.replay': rule(
    'changes 3',
    'A replay delivers again what follows a position of one of the stores, with the same ids.',
  ),
  'webhooks.delete': rule('changes 8', 'Deleting a webhook ends its deliveries and removes them.'),
  'webhooks.turns': rule(
    'changes 3',
    'Accounts take turns: a receiver that hangs or answers without end delays nobody else.',
  ),
  'webhooks.kill': rule(
    'changes 7',
    'Under kill -9 and with several servers, each change is delivered at least once under one id; healthy servers deliver it once.',
  ),
  'webhooks.command-line': rule(
    'changes 4',
    'The command line has list, add, show, test, rotate, disable, enable, deliveries, retry, replay and remove.',
  ),
  'webhooks.guarded': rule(
    'changes 3',
    'Requests go to public addresses only, pinned after one look-up; redirects are not followed; 64 kB of an answer are read.',
  ),
} as const;
