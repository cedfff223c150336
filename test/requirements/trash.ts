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
  'history.list': rule(
    'changes 5',
    'GET …/records/{recordId}/history lists what each change of a record made of its values, newest first, in pages.',
  ),
  'history.by': rule('changes 5', 'An entry of history names the key that made the change, and the import.'),
  'history.names': rule(
    'changes 5',
    'History shows values by the names of now, without those of deleted properties, also after a slot was reused.',
  ),
  'history.off': rule('changes 5', 'A store without history keeps none, and nothing of it can be restored.'),
  'trash.list': rule(
    'changes 5',
    'GET …/deleted-records lists deleted records with their values, the last deletion first.',
  ),
  'trash.q': rule('changes 5', 'q finds a part of the id or of a text of a deleted record, ignoring case.'),
  'restore.request': rule('changes 5', 'A restore has exactly one of ids (at most 100), importId and since.'),
  'restore.ids': rule(
    'changes 5',
    'Deleted records come back under their ids, with every value and date_created, each with an outcome of its own.',
  ),
  'restore.exists': rule(
    'changes 5',
    'A record whose id is taken again is record_exists, and nothing is overwritten.',
  ),
  'restore.schema': rule(
    'changes 5',
    'Values go to the properties that had them, also after renames and additions; those of deleted properties are counted.',
  ),
  'restore.key': rule(
    'changes 5',
    'A record from before the key of its store is key_changed, because its id would not be derived from its values.',
  ),
  'restore.quota': rule('changes 5', 'A restored record needs room in the quota of records.'),
  'restore.logged': rule(
    'changes 5',
    'A restore is a change in the log and in the history, with its author.',
  ),
  'restore.import': rule(
    'changes 5',
    'Taking an import back deletes the records that it created and gives changed ones their earlier values.',
  ),
  'restore.changed': rule(
    'changes 5',
    'A record that was changed since the import is changed, and stays as it is.',
  ),
  'restore.since': rule(
    'changes 5',
    'Taking back all changes since a position makes records what they were there.',
  ),
  'restore.expired': rule('changes 5', 'A position from before the history is 410 cursor_expired.'),
  'restore.job': rule(
    'changes 5',
    'A restore of more than 100 records is 202 with a job, which shows its progress and an outcome for each record.',
  ),
  'restore.one-job': rule(
    'changes 5',
    'A second job for a store is 409 while one runs, as is an import that runs.',
  ),
  'purge.trash': rule(
    'changes 5',
    'POST …/deleted-records/purge removes deleted records, some or all, from history and trash.',
  ),
  'purge.record': rule(
    'changes 5',
    'DELETE of a record with purge=true leaves an entry record.deleted without values and nothing else, also of a deleted one.',
  ),
  'purge.account-key': rule('changes 5', 'Only account keys purge.'),
  'purge.unreadable': rule('changes 5', 'Nothing of a purged record is readable in the files of SQLite.'),
};
