import { VitrineError } from '../../ground/errors.ts';

/** The error codes of RFC 6749, RFC 7591 and RFC 8707 that the server responds with. */
export type OAuthErrorCode =
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** A key of a client that was deleted. */
export interface DeletedGrant {
  readonly accountId: string;
  readonly keyId: string;
}

/** A request of a client that is refused. */
export class OAuthError extends VitrineError {
  override readonly name = 'OAuthError';
  readonly error: OAuthErrorCode;
  /** The key that was deleted, because a code or a token was used twice. */
  readonly deleted: DeletedGrant | null;

  constructor(error: OAuthErrorCode, message: string, deleted: DeletedGrant | null = null) {
    super('validation_failed', message);
    this.error = error;
    this.deleted = deleted;
  }
}
