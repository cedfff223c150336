import { parseContract } from '../../contracts/ground/contract.ts';
import { ImageHostsRequest, type ImageHostsResponse } from '../../contracts/images/image-hosts.ts';
import { NotFoundError } from '../../ground/errors.ts';
import { guardWrites, type Principal, requireAccountKey } from '../../ports/access.ts';
import { compareText } from '../../query/compare.ts';
import { readImageHost } from '../../values/image-host.ts';
import type { ServiceContext } from '../calls/context.ts';

/**
 * The hosts from which live images of an account fetch pictures (docs/rules.md#remote-pictures). Without any, none is
 * fetched. For account keys only.
 */
export interface ImageHostService {
  get(principal: Principal): Promise<ImageHostsResponse>;
  /** Replaces the list. Takes effect at once. @throws ValidationError at `hosts`. */
  set(principal: Principal, request: ImageHostsRequest): Promise<ImageHostsResponse>;
}

export function imageHostService({ storage }: Pick<ServiceContext, 'storage'>): ImageHostService {
  const service: ImageHostService = {
    async get(principal) {
      requireAccountKey(principal);
      const account = await storage.accounts.get(principal.accountId);
      if (account === null) throw new NotFoundError('account');
      return { hosts: [...account.imageHosts] };
    },
    async set(principal, request) {
      requireAccountKey(principal);
      const given = parseContract(ImageHostsRequest, request);
      const read = given.hosts.map(readImageHost).filter((host) => host !== null);
      const hosts = [...new Set(read)].sort(compareText);
      if (!(await storage.accounts.setImageHosts(principal.accountId, hosts))) {
        throw new NotFoundError('account');
      }
      return { hosts };
    },
  };
  return guardWrites(service, {
    get: 'reads',
    set: 'writes',
  });
}
