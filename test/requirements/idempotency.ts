import { rule } from './requirement.ts';

/** spec/beyond.md, section A: the header Idempotency-Key. */
export const idempotency = {
  'idempotency.replay': rule(
    'beyond A',
    'On a POST that creates or batches, the same request with the same Idempotency-Key returns the first response with Idempotent-Replayed: true and changes nothing.',
  ),
  'idempotency.canonical': rule(
    'beyond A',
    'JSON bodies are the same if they are equal after parsing: the order of members and the spelling of numbers make no difference.',
  ),
  'idempotency.key': rule(
    'beyond A',
    'An Idempotency-Key has 1 to 255 printable ASCII characters; else 400.',
  ),
  'idempotency.mismatch': rule(
    'beyond A',
    'Another method, path, query or body with a used key is 422 idempotency_mismatch and changes nothing.',
  ),
  'idempotency.in-flight': rule(
    'beyond A',
    'While the first request is in flight, another with the key is 409 conflict with Retry-After, or gets the response of the first.',
  ),
  'idempotency.kept': rule('beyond A', 'A key is kept for 24 hours, for the account of the API key.'),
  'idempotency.success-only': rule('beyond A', 'A request that failed leaves its key free.'),
  'idempotency.one-step': rule(
    'beyond A',
    'The key is stored with the write in one step, so that neither a crash nor a race of servers makes a second write.',
  ),
  'idempotency.access': rule(
    'beyond A',
    'A key of a request returns no response to an API key that could not have sent that request.',
  ),
  'idempotency.same-key': rule(
    'security Hardening',
    'The response to the creation of an API key is replayed for the API key that made the request only; for another one the key is used: 422.',
  ),
  'idempotency.secrets': rule(
    'beyond A',
    'The storage does not hold the secret of a response in plain text.',
  ),
};
