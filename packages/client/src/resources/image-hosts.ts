import type { ImageHostsResponse } from '../generated/contracts.ts';
import type { Methods } from '../methods.ts';
import type { CallOptions } from '../transport.ts';

/** The hosts from which live images fetch pictures. */
export interface ImageHosts {
  get(options?: CallOptions): Promise<ImageHostsResponse>;
  /** Replaces the list. `*.example.org` stands for all subdomains. */
  set(hosts: string[], options?: CallOptions): Promise<ImageHostsResponse>;
}

export function createImageHosts({ method }: Methods): ImageHosts {
  return {
    get: method('GET /admin/image-hosts'),
    set: method('PUT /admin/image-hosts', 'yes', 'hosts'),
  };
}
