import { z } from 'zod';
import { readImageHost } from '../../values/image-host.ts';
import { body } from '../ground/contract.ts';

const HOSTS_MAX = 100;
const HOST_FORM =
  'Expected a host without a port, such as cdn.example.com, or *.example.org for all subdomains.';

export const ImageHostsRequest = body({
  hosts: z
    .array(
      z.string(HOST_FORM).refine((text) => readImageHost(text) !== null, HOST_FORM),
      'Expected a list of hosts.',
    )
    .max(HOSTS_MAX, `Expected at most ${HOSTS_MAX} hosts.`)
    .meta({ description: 'All hosts from now on. `*.` stands for all subdomains. Empty: none.' }),
}).meta({ id: 'ImageHostsRequest' });
export type ImageHostsRequest = z.input<typeof ImageHostsRequest>;

export const ImageHostsResponse = z
  .object({ hosts: z.array(z.string()).meta({ description: 'In lower case and in ASCII, sorted.' }) })
  .meta({ id: 'ImageHostsResponse' });
export type ImageHostsResponse = z.output<typeof ImageHostsResponse>;
