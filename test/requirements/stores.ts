import { rule } from './requirement.ts';

/**
 * interface.md "Store", "Property", "States" and the store operations; decisions section 3 and its items in section 12.
 */
export const stores = {
  'operation.list-stores': rule(
    'interface Stores',
    'GET /v2/stores with limit, cursor and q is 200 CursorPageOfStoreSummary.',
  ),
  'operation.create-store': rule('interface Stores', 'POST /v2/stores is 201 StoreDetail or 400.'),
  'operation.get-store-access': rule('interface Stores', 'GET /v2/stores/access is 200 StoreAccessResponse.'),
  'operation.get-store': rule('interface Stores', 'GET /v2/stores/{storeId} is 200 StoreDetail or 404.'),
  'operation.update-store': rule(
    'interface Stores',
    'PATCH /v2/stores/{storeId} is 200 StoreDetail, 404 or 400; only supplied members change.',
  ),
  'operation.delete-store': rule(
    'interface Stores',
    'DELETE /v2/stores/{storeId} is 200 DeleteStoreResponse or 404.',
  ),
  'operation.add-property': rule(
    'interface Stores',
    'POST /v2/stores/{storeId}/properties is 200 StoreDetail, 404 or 400.',
  ),
  'operation.update-property': rule(
    'interface Stores',
    'PATCH …/properties/{propertyName} is 200 StoreDetail, 404 or 400.',
  ),
  'operation.delete-property': rule(
    'interface Stores',
    'DELETE …/properties/{propertyName} is 200 StoreDetail, 404 or 400.',
  ),
  'stores.id': rule('interface Store', 'The server generates the id, which is the storeId in paths.'),
  'stores.updatable': rule('interface Store', 'name, description and recordTtl are updatable.'),
  'stores.one-property': rule('interface Store', 'Creation requires at least one property.'),
  'stores.properties.ordered': rule('interface Store', 'The properties of a store are an ordered list.'),
  'stores.store-type': rule('interface Store', 'The server sets store_type, which names the creating key.'),
  'stores.store-type.form': rule(
    'decisions 3',
    'store_type is api_key:<keyId>, never the secret, and library for stores created in process.',
  ),
  'stores.record-count': rule('interface Store', 'A single store is returned with its live record count.'),
  'stores.record-count.expired': rule('decisions 3', 'Expired records are not counted in recordCount.'),
  'stores.list.active': rule('interface Store', 'A store list returns only active stores.'),
  'stores.state.deleted': rule(
    'interface States',
    'DeleteStore of an existing store sets its status to DELETED and is 200.',
  ),
  'stores.state.cleanup': rule(
    'interface States',
    'Records of a deleted store remain until the background cleanup.',
  ),
  'stores.summary': rule(
    'decisions 3',
    'A summary has id, name, description, status, store_type, recordTtl and the dates.',
  ),
  'stores.detail': rule(
    'decisions 3',
    'A detail adds properties {name, type, required, unique, description} and recordCount.',
  ),
  'stores.create.name': rule('decisions 3', 'A name has 1 to 200 characters and is not blank.'),
  'stores.create.description': rule('decisions 3', 'A description has at most 1,000 characters.'),
  'stores.create.properties': rule('decisions 3', 'A store has 1 to 100 properties.'),
  'stores.create.record-ttl': rule('decisions 3', 'recordTtl can be set on creation.'),
  'stores.create.same-name': rule('decisions 3', 'Store names need not be unique.'),
  'stores.text': rule('decisions 12.3', 'Names and descriptions refuse U+0000 and lone surrogates.'),
  'stores.text.code-points': rule('decisions 12.3', 'Lengths are counted in code points.'),
  'stores.description.null': rule(
    'decisions 12.8',
    'null clears a description, and unset descriptions are null.',
  ),
  'stores.property.types': rule(
    'interface Property',
    'A type is one of string, number, boolean, datetime, url_image, url_link.',
  ),
  'stores.property.immutable': rule(
    'interface Property',
    'name, type and unique of a property are immutable.',
  ),
  'stores.property.updatable': rule(
    'interface Property',
    'required and description of a property are updatable.',
  ),
  'stores.property.name.length': rule('decisions 3', 'A property name has 1 to 64 characters.'),
  'stores.property.name.nfc': rule('decisions 12.3', 'A property name that is not NFC is 400.'),
  'stores.property.name.control': rule('decisions 3', 'A property name has no control characters.'),
  'stores.property.name.spaces': rule(
    'decisions 3',
    'A property name has no leading or trailing space; inner spaces are allowed.',
  ),
  'stores.property.name.case': rule('decisions 3', 'Property names are unique, ignoring case.'),
  'stores.property.name.reserved': rule(
    'decisions 3',
    'id, date_created, date_updated, __proto__, constructor, prototype, . and .. are reserved.',
  ),
  'stores.property.name.reserved-case': rule('decisions 12.3', 'Reserved names are reserved in any case.'),
  'stores.property.name.id': rule(
    'decisions 3',
    'id is allowed if it is the only unique property and a string.',
  ),
  'stores.property.name.exact': rule(
    'decisions 12.3',
    'Property names in filters, sorts and bodies match exactly.',
  ),
  'stores.property.unique.required': rule('decisions 3', 'unique implies required.'),
  'stores.property.unique.not-required': rule(
    'decisions 12.8',
    'required: false with unique: true is 400, on create and update.',
  ),
  'stores.property.unique.add-empty': rule(
    'decisions 3',
    'A unique property can be added only while the store is empty, else 400.',
  ),
  'stores.property.unique.live': rule('decisions 12.10', 'A store is empty if it has no live record.'),
  'stores.property.delete.unique-rejected': rule('interface Errors', 'Deleting a unique property is 400.'),
  'stores.property.delete.last-rejected': rule('decisions 3', "The last property can't be deleted."),
  'stores.property.required.later': rule(
    'decisions 3',
    'Turning required on, or adding a required property to a store with records, applies to later writes only.',
  ),
  'stores.property.update.equal': rule(
    'decisions 3',
    'An update may repeat the current name, type and unique; different values are 400.',
  ),
  'stores.property.delete.values': rule(
    'decisions 3',
    'The values of a deleted property disappear from every read immediately.',
  ),
  'stores.property.delete.name-free': rule(
    'decisions 3',
    'The name of a deleted property can be reused with another type, without values.',
  ),
  'stores.ttl.range': rule('decisions 3', 'recordTtl is an integer of 1 to 2,147,483,647 seconds.'),
  'stores.ttl.since-last-write': rule('decisions 3', 'recordTtl starts at the last write of a record.'),
  'stores.ttl.null': rule('decisions 3', 'null removes recordTtl.'),
  'stores.ttl.at-once': rule('decisions 3', 'A change of recordTtl applies to existing records immediately.'),
  'stores.ttl.invisible': rule(
    'decisions 3',
    'Expired records are invisible to every read, count, aggregate and export.',
  ),
  'stores.ttl.purged': rule('decisions 3', 'Expired records are purged in the background.'),
  'stores.ttl.write-creates': rule('decisions 3', 'Writing to an expired key creates a new record.'),
  'stores.ttl.raised': rule(
    'decisions 12.10',
    'Raising or clearing recordTtl can bring back records that are not purged yet.',
  ),
  'stores.delete.response': rule('decisions 3', 'DeleteStore is 200 {id, status: DELETED}.'),
  'stores.delete.twice': rule('decisions 3', 'A second delete is 404.'),
  'stores.delete.purge': rule('decisions 3', 'The records of a deleted store are purged in the background.'),
  'stores.list.order': rule('decisions 3', 'ListStores is newest first.'),
  'stores.list.q': rule('decisions 3', 'q is a case-insensitive substring of the name.'),
};
