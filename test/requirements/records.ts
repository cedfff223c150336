import { rule } from './requirement.ts';

/** interface.md "Record" and the record operations; decisions section 4 and its items in section 12. */
export const records = {
  'operation.list-records': rule(
    'interface Stores',
    'GET …/records with limit, cursor, sortBy and sortDir is 200 or 404.',
  ),
  'operation.add-record': rule('interface Stores', 'POST …/records is 201 StoreRecordResponse, 404 or 400.'),
  'operation.get-record': rule(
    'interface Stores',
    'GET …/records/{recordId} is 200 StoreRecordResponse or 404.',
  ),
  'operation.patch-record': rule(
    'interface Stores',
    'PATCH …/records/{recordId} is 200 StoreRecordResponse, 404 or 400.',
  ),
  'operation.delete-record': rule(
    'interface Stores',
    'DELETE …/records/{recordId} is 200, also when the record was already deleted.',
  ),
  'operation.batch-upsert': rule(
    'interface Stores',
    'POST …/records/batch is 200 with a status per record, 404 or 400.',
  ),
  'operation.delete-by-key': rule(
    'interface Stores',
    'POST …/records/delete-by-key is 200 DeleteRecordResponse, 404 or 400.',
  ),
  'operation.lookup': rule(
    'interface Stores',
    'POST …/records/lookup is 200 StoreRecordResponse, 404 or 400.',
  ),
  'operation.validate': rule(
    'interface Stores',
    'POST …/records/validate is 200 with the record that would be stored; nothing is written.',
  ),
  'operation.batch-delete': rule(
    'interface Stores',
    'POST …/records/batch-delete is 200; unknown ids count as already deleted.',
  ),
  'operation.export': rule(
    'interface Stores',
    'GET …/records/export with format and limit is 200 with the records.',
  ),
  'records.dynamic': rule(
    'interface Record',
    "A record is an object whose keys are the store's property names.",
  ),
  'records.id.always': rule('interface Record', 'Every record has an id.'),
  'records.id.same-rule': rule(
    'interface Record',
    'Creation, lookup and delete-by-key derive the id by the same rule.',
  ),
  'records.id.random-duplicates': rule(
    'interface Record',
    'Without unique properties ids are random and a repeated import creates duplicates.',
  ),
  'records.id.path': rule(
    'interface Record',
    'For one unique string property the id in the path is its value.',
  ),
  'records.shape': rule(
    'decisions 4',
    'A record is flat: id, properties in schema order, date_created, date_updated.',
  ),
  'records.shape.unset': rule('decisions 4', 'An unset value is null.'),
  'records.values.no-coercion': rule('decisions 4', 'Values are JSON types and are not coerced.'),
  'records.values.string': rule('decisions 4', 'Strings have at most 65,536 characters.'),
  'records.values.text': rule('decisions 4', 'Strings are well-formed Unicode without U+0000.'),
  'records.values.number': rule('decisions 4', 'Numbers are finite.'),
  'records.values.integers': rule(
    'decisions 12.4',
    'Every integer beyond ±(2^53−1) is refused, including 1e300.',
  ),
  'records.values.negative-zero': rule('decisions 4', '-0 is stored as 0.'),
  'records.values.datetime': rule(
    'decisions 4',
    'A datetime without an offset is UTC, a date is 00:00Z; datetimes are stored and returned in UTC.',
  ),
  'records.values.datetime-forms': rule(
    'beyond G',
    'Everything that reads a date-time accepts the same forms: ISO 8601 with T, t or a blank, without seconds, with Z, z, UTC, ±HH, ±HHMM or ±HH:MM; anything else is 400.',
  ),
  'records.values.datetime-fraction': rule(
    'decisions 12.5',
    'More than three fraction digits are truncated to milliseconds.',
  ),
  'records.values.url': rule('decisions 4', 'A URL is absolute http or https, at most 2,048 characters.'),
  'records.values.url-bytes': rule('decisions 12.6', 'URLs are stored byte for byte; userinfo is allowed.'),
  'records.values.size': rule('decisions 4', 'A record has at most 256 KiB.'),
  'records.values.empty-is-null': rule(
    'decisions 4',
    'For types other than string an empty string means null.',
  ),
  'records.values.empty-string': rule(
    'decisions 12.7',
    'An empty string satisfies required of a string property.',
  ),
  'records.values.required': rule(
    'interface Property',
    'Records must supply the values of required properties.',
  ),
  'records.body.unknown-key': rule('decisions 4', 'An unknown key is 400 and names the known keys.'),
  'records.body.id': rule(
    'decisions 4',
    'An id that equals the derived id is ignored, a different id is 400.',
  ),
  'records.body.dates': rule(
    'decisions 4',
    'date_created and date_updated are ignored, so that a record that was read can be sent back.',
  ),
  'records.body.id-random': rule(
    'decisions 12.2',
    "Without unique properties an id is 400 on add and batch; PATCH accepts the record's own id.",
  ),
  'records.id.random': rule('decisions 4', 'Without unique properties the id is a UUIDv7.'),
  'records.id.string': rule(
    'decisions 4',
    'The id of a record with one unique string is that value, byte for byte.',
  ),
  'records.id.canonical': rule(
    'decisions 4',
    'The id of a record with one unique number, boolean, datetime or URL is the canonical text of that value.',
  ),
  'records.id.limits': rule(
    'decisions 4',
    'A single key is at most 512 bytes of UTF-8 and is not empty, . or ..',
  ),
  'records.id.composite': rule(
    'decisions 4',
    'With several unique properties the id is k_ and the hash of their sorted pairs.',
  ),
  'records.id.composite-limits': rule(
    'decisions 12.7',
    'An empty string is not a valid part of a composite key; the other limits apply to single keys only.',
  ),
  'records.path.decoded-once': rule('decisions 4', 'The recordId in a path is percent-decoded exactly once.'),
  'records.path.bad-escape': rule('decisions 4', 'An invalid escape sequence is 400.'),
  'records.path.export': rule(
    'decisions 4',
    'A GET for a record with the id export returns the export; lookup returns the record.',
  ),
  'records.add.created': rule('decisions 4', 'AddStoreRecord is 201 with the record and a Location header.'),
  'records.add.exists': rule(
    'decisions 4',
    'Adding an existing key is 400 record_exists, changes nothing and refers to the batch upsert.',
  ),
  'records.batch.response': rule(
    'decisions 4',
    'Batch upsert returns results in request order with the counts created, updated and failed.',
  ),
  'records.batch.independent': rule('interface Stores', 'Each record of a batch is processed independently.'),
  'records.batch.merge': rule(
    'decisions 4',
    'For an existing key a batch merges: listed keys change, null unsets, other values remain.',
  ),
  'records.batch.same-key': rule('decisions 4', 'The same key twice in a batch is processed in order.'),
  'records.batch.limit': rule(
    'interface Limits',
    'More than 100 records in a batch are 400 and nothing is written.',
  ),
  'records.batch.empty': rule('decisions 4', 'An empty batch is 200.'),
  'records.batch.not-an-object': rule('decisions 12.9', 'An element that is not an object fails alone.'),
  'records.batch.failed-id': rule(
    'decisions 12.9',
    'The id of a failed result is null unless its key could be read.',
  ),
  'records.patch.merge-patch': rule(
    'decisions 4',
    'PATCH is a JSON Merge Patch (RFC 7396): null unsets a value.',
  ),
  'records.patch.content-types': rule(
    'decisions 4',
    'PATCH takes application/merge-patch+json and application/json.',
  ),
  'records.patch.unique': rule('decisions 4', 'Changing a unique value is 400.'),
  'records.patch.required': rule('decisions 4', 'null on a required property is 400.'),
  'records.patch.touched': rule('decisions 4', 'Only the keys in the patch are validated.'),
  'records.patch.empty': rule('decisions 4', '{} changes nothing, not even date_updated.'),
  'records.patch.same-value': rule(
    'decisions 12.10',
    'Setting a value to its current value updates date_updated.',
  ),
  'records.patch.concurrent': rule(
    'decisions 4',
    'Two concurrent patches of different properties both survive.',
  ),
  'records.delete.response': rule('decisions 4', 'Delete is {id, status: deleted or already_deleted}.'),
  'records.batch-delete.response': rule(
    'decisions 4',
    'Batch delete is {results: [{id, status}], deleted, alreadyDeleted}.',
  ),
  'records.batch-delete.limit': rule('interface Limits', 'More than 100 ids are 400.'),
  'records.batch-delete.repeated': rule(
    'decisions 12.9',
    'A repeated id counts once: the response has one row for each distinct id.',
  ),
  'records.delete-by-key.response': rule(
    'decisions 4',
    'Delete-by-key returns the same as delete, and already_deleted if there is no record.',
  ),
  'records.key.every-unique': rule('decisions 4', 'Lookup and delete-by-key require every unique property.'),
  'records.key.others-ignored': rule(
    'decisions 4',
    'Other known properties in the body of a lookup or delete-by-key are ignored.',
  ),
  'records.key.no-unique': rule(
    'decisions 4',
    'Lookup and delete-by-key on a store without unique properties are 400.',
  ),
  'records.lookup.missing': rule('decisions 4', 'Lookup of a key without a record is 404.'),
  'records.validate.same-checks': rule(
    'decisions 4',
    'Validate has the checks and body of add, including record_exists.',
  ),
  'records.validate.id': rule(
    'decisions 4',
    'Validate returns the id for keyed stores and null for stores with random ids.',
  ),
  'records.validate.upsert': rule(
    'beyond G',
    'Validate with mode=upsert makes the checks of a batch and returns the record after the merge, with Vitrine-Outcome: created, updated or unchanged; another mode is 400 at mode.',
  ),
  'records.list.default-order': rule(
    'decisions 4',
    'Records are listed newest first, ties by insertion order.',
  ),
  'records.list.insertion': rule(
    'decisions 12.1',
    'The default order is the exact reverse of insertion, also within a millisecond.',
  ),
  'records.list.sort-by': rule('decisions 4', 'sortBy takes a property, id, date_created or date_updated.'),
  'records.list.sort-dir': rule('decisions 4', 'sortDir is asc by default when sortBy is given.'),
  'records.list.sort-dir-alone': rule('decisions 12.1', 'sortDir without sortBy applies to date_created.'),
  'records.list.ties': rule(
    'decisions 12.1',
    'Ties under sortBy a property are newest first in both directions.',
  ),
  'records.list.dates': rule(
    'beyond G',
    'Ascending by date_created is insertion order, also within a millisecond and in a batch, and descending is its reverse; date_updated has ties alike; in every operation with an order.',
  ),
  'records.list.unset-last': rule('decisions 4', 'Unset values come last in both directions.'),
  'records.export.json': rule('decisions 4', 'A json export is one array.'),
  'records.export.default': rule('decisions 12.11', 'Export without format is JSON.'),
  'records.export.csv': rule(
    'decisions 4',
    'A csv export is RFC 4180 with CRLF, a header and UTF-8 without BOM.',
  ),
  'records.export.csv-empty': rule(
    'decisions 4',
    'In csv an unset value is an empty cell and an empty string is "".',
  ),
  'records.export.guard': rule(
    'decisions 4',
    "A string cell or header that starts with = + - @ TAB CR is prefixed with '; numbers never are.",
  ),
  'records.export.guard-id': rule(
    'decisions 12.11',
    'The guard applies to the id column if the key is a string; with the id exception there is one id column.',
  ),
  'records.export.raw': rule('decisions 4', 'formulas=raw disables the guard.'),
  'records.export.order': rule('decisions 4', 'An export is newest first.'),
  'records.export.limit': rule(
    'interface Limits',
    'An export has up to 10,000 records, which is also the default.',
  ),
  'records.export.snapshot': rule(
    'beyond A',
    'An export reads one snapshot: writes during the export are not visible, unless the reader is slow.',
  ),
  'records.export.slow': rule(
    'security Hardening',
    'An export whose snapshot would keep more than 64 MB of the log of SQLite, or that takes over a minute on PostgreSQL, goes on after its last record in a new snapshot: records that do not change are exported once.',
  ),
  'records.export.truncated': rule('decisions 4', 'Vitrine-Truncated: true means that more records exist.'),
  'records.export.attachment': rule('decisions 4', 'An export has Content-Disposition: attachment.'),
};
