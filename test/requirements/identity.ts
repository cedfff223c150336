import { rule } from './requirement.ts';

/**
 * interface.md "Authentication" and the identity operation; decisions section 7, and the parts of section 3 about the
 * caller.
 */
export const identity = {
  'auth.header': rule('interface Authentication', 'Every request carries Authorization: Bearer <API_KEY>.'),
  'auth.account-key': rule(
    'interface Authentication',
    'An account key can access all stores owned by the account.',
  ),
  'auth.account-scope': rule(
    'interface What the service does',
    'Everything is scoped to the account that owns the key.',
  ),
  'auth.store-key.form': rule('interface Authentication', 'The value of a store key starts with store-.'),
  'auth.store-key.one-store': rule('interface Authentication', 'A store key can access exactly one store.'),
  'auth.store-key.records': rule(
    'interface Authentication',
    'A store key can read its store, and read and write the records under it.',
  ),
  'auth.store-key.list': rule(
    'interface Authentication',
    'With a store key ListStores returns only the assigned store.',
  ),
  'auth.store-key.other-store': rule(
    'interface Authentication',
    'With a store key every request for another store is 404.',
  ),
  'auth.store-key.forbidden': rule(
    'interface Authentication',
    'With a store key store creation, deletion and schema changes are 403.',
  ),
  'auth.account-key.required': rule(
    'interface Authentication',
    'Store creation, update and deletion and property add, update and delete require an account key.',
  ),
  'auth.access': rule(
    'interface Authentication',
    'GET /v2/stores/access reports what the current key can access.',
  ),
  'auth.path-tokens': rule(
    'interface Authentication',
    'Thumbnails and previews carry a short-lived token in the path.',
  ),
  'access.account': rule('decisions 3', 'For an account key GetStoreAccess is {scope: account, accountId}.'),
  'access.store': rule(
    'decisions 3',
    'For a store key GetStoreAccess is {scope: store, accountId, storeId}.',
  ),
  'access.deleted': rule('decisions 3', "GetStoreAccess is 404 when the key's store is deleted."),
  whoami: rule('decisions 3', 'WhoAmI is {accountId, accountName, keyId, keyName, scope, storeId?}.'),
  'keys.create': rule(
    'decisions 7',
    'POST /admin/keys is 201 {keyId, key, name, scope, storeId?, date_created}.',
  ),
  'keys.form': rule('decisions 7', 'A key is account-… or store-… followed by 43 base64url characters.'),
  'keys.shown-once': rule('decisions 7', 'The secret of a key is shown only once.'),
  'keys.hashed': rule('decisions 7', 'Only a SHA-256 hash and a short prefix of a key are stored.'),
  'keys.create.foreign-store': rule('decisions 7', 'A key for a store of another account is 404.'),
  'keys.list': rule('decisions 7', 'GET /admin/keys is a page without secrets, with lastUsed.'),
  'keys.list.revoked': rule('decisions 12.15', 'Revoked keys are absent from GET /admin/keys.'),
  'keys.revoke': rule(
    'decisions 7',
    'DELETE /admin/keys/{keyId} is 204 and the key stops working immediately.',
  ),
  'keys.several': rule('decisions 7', 'An account can have several valid keys.'),
  'keys.revoke.self': rule(
    'decisions 7',
    'The key of the request may revoke itself only if another account key remains, else it is 400.',
  ),
  'keys.account-only': rule('decisions 7', 'Administration requires an account key.'),
  'admin.openapi': rule(
    'decisions 7',
    'The administration API has its own OpenAPI document at /admin/openapi.json.',
  ),
  'admin.images': rule(
    'decisions 7',
    'POST /admin/images takes a form with file, name? and folder? and is 201 ImageDetail.',
  ),
  'admin.maps': rule('decisions 7', '/admin/maps lists, creates and deletes maps.'),
};
