import { rule } from './requirement.ts';

/** interface.md "Record" and the record operations; decisions section 4 with its items of 12. */
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
    'DELETE …/records/{recordId} is 200, also when the record was gone.',
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
    'POST …/records/validate is 200 with what would be stored; nothing is written.',
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
    'Creation, lookup and delete-by-key compute the id by the same rule.',
  ),
  'records.id.random-duplicates': rule(
    'interface Record',
    'Without unique properties ids are random and a re-import makes duplicates.',
  ),
  'records.id.path': rule(
    'interface Record',
    'For one unique string property the id path segment is its value.',
  ),
  'records.shape': rule(
    'decisions 4',
    'A record is flat: id, properties in schema order, date_created, date_updated.',
  ),
  'records.shape.unset': rule('decisions 4', 'An unset value is null.'),
  'records.values.no-coercion': rule('decisions 4', 'Values are JSON types without coercion.'),
  'records.values.string': rule('decisions 4', 'Strings have at most 65,536 characters.'),
  'records.values.text': rule('decisions 4', 'Strings are well-formed Unicode without U+0000.'),
  'records.values.number': rule('decisions 4', 'Numbers are finite.'),
  'records.values.integers': rule('decisions 12.4', 'Every integer beyond ±(2^53−1) is refused, 1e300 too.'),
  'records.values.negative-zero': rule('decisions 4', '-0 is 0.'),
  'records.values.datetime': rule(
    'decisions 4',
    'A datetime without an offset is UTC, a date is 00:00Z; stored and shown in UTC.',
  ),
  'records.values.datetime-forms': rule(
    'decisions 12.5',
    'Datetimes have the forms of the list; anything else is 400.',
  ),
  'records.values.datetime-fraction': rule(
    'decisions 12.5',
    'More than three fraction digits are cut to milliseconds.',
  ),
  'records.values.url': rule('decisions 4', 'A URL is absolute http or https, at most 2,048 characters.'),
  'records.values.url-bytes': rule('decisions 12.6', 'URLs are kept byte for byte; userinfo is allowed.'),
  'records.values.size': rule('decisions 4', 'A record has at most 256 KiB.'),
  'records.values.empty-is-null': rule(
    'decisions 4',
    'For the types other than string an empty string is null.',
  ),
  'records.values.empty-string': rule(
    'decisions 12.7',
    'An empty string satisfies required of a string property.',
  ),
  'records.values.required': rule(
    'interface Property',
    'Records must supply the values of required properties.',
  ),
  'records.body.unknown-key': rule('decisions 4', 'An unknown key is 400 and names the known ones.'),
  'records.body.id': rule(
    'decisions 4',
    'An id equal to the derived one is ignored, a different one is 400.',
  ),
  'records.body.dates': rule('decisions 4', 'date_* are ignored: what a read gave may be sent back.'),
  'records.body.id-random': rule(
    'decisions 12.2',
    'Without unique properties a given id is 400 on add and batch; on PATCH the equal one is accepted.',
  ),
  'records.id.random': rule('decisions 4', 'Without unique properties the id is a UUIDv7.'),
  'records.id.string': rule('decisions 4', 'The id of one unique string is its value byte for byte.'),
  'records.id.canonical': rule(
    'decisions 4',
    'The id of one unique number, boolean, datetime or URL is its canonical text.',
  ),
  'records.id.limits': rule(
    'decisions 4',
    'A single key has at most 512 bytes of UTF-8, is not empty, not . and not ..',
  ),
  'records.id.composite': rule(
    'decisions 4',
    'Several unique properties give k_ and the hash of their sorted pairs.',
  ),
  'records.id.composite-limits': rule(
    'decisions 12.7',
    'An empty string is no key in a composite; the other limits are about single keys.',
  ),
  'records.path.decoded-once': rule('decisions 4', 'A recordId segment is percent-decoded exactly once.'),
  'records.path.bad-escape': rule('decisions 4', 'Bad escapes are 400.'),
  'records.path.export': rule(
    'decisions 4',
    'A GET on a record whose id is export reaches the export; lookup serves it.',
  ),
  'records.add.created': rule('decisions 4', 'AddStoreRecord is 201 with the record and a Location header.'),
  'records.add.exists': rule(
    'decisions 4',
    'Adding an existing key is 400 record_exists, changes nothing and points to the batch upsert.',
  ),
  'records.batch.response': rule(
    'decisions 4',
    'Batch upsert answers results in request order with created, updated and failed.',
  ),
  'records.batch.independent': rule('interface Stores', 'Each record of a batch is attempted independently.'),
  'records.batch.merge': rule(
    'decisions 4',
    'On an existing key a batch merges: listed keys change, null unsets, the rest stays.',
  ),
  'records.batch.same-key': rule('decisions 4', 'The same key twice in a batch is processed in order.'),
  'records.batch.limit': rule(
    'interface Limits',
    'Over 100 records in a batch are 400 and nothing is written.',
  ),
  'records.batch.empty': rule('decisions 4', 'An empty batch is 200.'),
  'records.batch.not-an-object': rule('decisions 12.9', 'An element that is no object fails alone.'),
  'records.batch.failed-id': rule(
    'decisions 12.9',
    "A failed result's id is null unless its key could be read.",
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
  'records.patch.touched': rule('decisions 4', 'Only the touched keys are checked.'),
  'records.patch.empty': rule('decisions 4', '{} changes nothing, date_updated included.'),
  'records.patch.same-value': rule(
    'decisions 12.10',
    'Setting a value to what it already was moves date_updated.',
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
  'records.batch-delete.limit': rule('interface Limits', 'Over 100 ids are 400.'),
  'records.batch-delete.repeated': rule(
    'decisions 12.9',
    'A repeated id counts once: one row for each different id.',
  ),
  'records.delete-by-key.response': rule(
    'decisions 4',
    'Delete-by-key answers as delete does, already_deleted without a record.',
  ),
  'records.key.every-unique': rule('decisions 4', 'Lookup and delete-by-key need every unique property.'),
  'records.key.others-ignored': rule('decisions 4', 'Other known properties in a key body are ignored.'),
  'records.key.no-unique': rule(
    'decisions 4',
    'Lookup and delete-by-key on a store without unique properties are 400.',
  ),
  'records.lookup.missing': rule('decisions 4', 'Lookup without a record is 404.'),
  'records.validate.same-checks': rule(
    'decisions 4',
    'Validate has the checks and body of add, record_exists included.',
  ),
  'records.validate.id': rule(
    'decisions 4',
    'Validate shows the id for keyed stores and null for random ones.',
  ),
  'records.list.default-order': rule('decisions 4', 'Records are listed newest first, ties by insertion.'),
  'records.list.insertion': rule(
    'decisions 12.1',
    'The default order is the exact reverse of insertion, also within a millisecond.',
  ),
  'records.list.sort-by': rule('decisions 4', 'sortBy takes a property, id, date_created or date_updated.'),
  'records.list.sort-dir': rule('decisions 4', 'sortDir is asc by default when sortBy is given.'),
  'records.list.sort-dir-alone': rule('decisions 12.1', 'sortDir without sortBy applies to date_created.'),
  'records.list.ties': rule('decisions 12.1', 'Ties under sortBy are newest first in both directions.'),
  'records.list.unset-last': rule('decisions 4', 'Unset values come last in both directions.'),
  'records.export.json': rule('decisions 4', 'Export json is one array.'),
  'records.export.default': rule('decisions 12.11', 'Export without format is JSON.'),
  'records.export.csv': rule(
    'decisions 4',
    'Export csv is RFC 4180 with CRLF, a header and UTF-8 without BOM.',
  ),
  'records.export.csv-empty': rule('decisions 4', 'In csv unset is nothing and an empty string is "".'),
  'records.export.guard': rule(
    'decisions 4',
    "A string cell or header beginning with = + - @ TAB CR gets a leading '; numbers never.",
  ),
  'records.export.guard-id': rule(
    'decisions 12.11',
    'The guard applies to the id column when the key is a string; with the id exception there is one id column.',
  ),
  'records.export.raw': rule('decisions 4', 'formulas=raw turns the guard off.'),
  'records.export.order': rule('decisions 4', 'An export is newest first.'),
  'records.export.limit': rule('interface Limits', 'An export has up to 10,000 records, by default too.'),
  'records.export.truncated': rule('decisions 4', 'Vitrine-Truncated: true says that more exist.'),
  'records.export.attachment': rule('decisions 4', 'An export has Content-Disposition: attachment.'),
};
