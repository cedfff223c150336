import { rule } from './requirement.ts';

/** spec/changes.md, sections 5 and 8: what is deleted can be taken back. */
export const trash = {
  'stores.restore': rule(
    'changes 5',
    'POST …/restore brings a deleted store back within seven days, as it was, with its records and its keys.',
  ),
  'stores.restore.idempotent': rule(
    'changes 5',
    'A restore of a store that is not deleted returns it as it is.',
  ),
  'stores.restore.quota': rule('changes 5', 'A restored store and its records need room in the quotas.'),
  'stores.restore.purged': rule(
    'changes 5',
    'The background cleanup of a deleted store waits until it cannot be restored any more.',
  ),
  'stores.list.deleted': rule(
    'changes 5',
    'GET /v2/stores?status=DELETED lists the stores that can be restored, to account keys only.',
  ),
};
