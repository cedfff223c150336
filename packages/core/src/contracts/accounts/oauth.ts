import { z } from 'zod';
import { body, keepsEmpty } from '../ground/contract.ts';
import { CreateApiKeyRequest } from './identity.ts';

const REDIRECT_URIS_MAX = 20;
const CLIENT_NAME_MAX = 200;
/** The address of an authorization request has at most so many characters, which a request line has room for. */
const REQUEST_MAX = 16_000;

/**
 * What a client says about itself, in a registration (RFC 7591) or in a document at its address. Further members are
 * accepted and not used.
 */
export const OAuthClientMetadata = z.object(
  {
    redirect_uris: z
      .array(z.string('Expected a URI.'), 'Expected a list of URIs.')
      .min(1, 'Expected at least one URI.')
      .max(REDIRECT_URIS_MAX, `Expected at most ${REDIRECT_URIS_MAX} URIs.`),
    client_name: z
      .string('Expected a text.')
      .max(CLIENT_NAME_MAX, `Expected at most ${CLIENT_NAME_MAX} characters.`)
      .optional(),
  },
  'Expected a JSON object.',
);

/** Allows a client to read or write stores: an authorization request, and the key that is created for it. */
export const AllowClientRequest = body({
  request: z
    .string('Expected the query of an authorization request.')
    .max(REQUEST_MAX, `Expected at most ${REQUEST_MAX} characters.`),
  name: CreateApiKeyRequest.shape.name,
  storeId: CreateApiKeyRequest.shape.storeId,
  expiresAt: CreateApiKeyRequest.shape.expiresAt,
  readOnly: keepsEmpty(z.boolean('Expected true or false.').default(true)),
}).meta({ id: 'AllowClientRequest' });
export type AllowClientRequest = z.input<typeof AllowClientRequest>;
