import { rule } from './requirement.ts';

/** The library in a process of its user. */
export const library = {
  'library.close': rule(
    'beyond H',
    'Calls that were made before close(), also in the same tick, finish on every storage; later ones throw unavailable.',
  ),
  'library.close.exports': rule(
    'beyond H',
    'An export that is read while Vitrine closes ends with unavailable.',
  ),
  'library.close.bounded': rule(
    'beyond H',
    'close() waits for calls for at most 10 s, ends work(), and may be called several times.',
  ),
  'library.undefined': rule(
    'beyond H',
    'In the library, as in JSON, a member that is undefined is absent: in records, requests, nested members and options.',
  ),
  'library.dates': rule(
    'beyond H',
    'The library accepts a Date wherever a datetime is read; an invalid one is a ValidationError with its path.',
  ),
  'library.errors': rule(
    'beyond H',
    'Errors of the library have a status, speak of no HTTP requests, and say in one line what to pass instead.',
  ),
  'library.unknown-account': rule('beyond H', 'Nothing is created for an account that does not exist.'),
  'library.idempotency-key': rule(
    'beyond A',
    'Calls of the library take an idempotencyKey as an option, as those of the client: under one key a call takes effect once.',
  ),
  'library.bundles': rule(
    'beyond H',
    'A bundled program works, or throws an error of one line that names the packages to leave out of the bundle.',
  ),
};
