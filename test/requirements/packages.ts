import { rule } from './requirement.ts';

export const packages = {
  'packages.manifests': rule(
    'issue 39',
    'Every package has the same version, a README, keywords and provenance settings.',
  ),
  'packages.scripts': rule('issue 39', 'No package that `npm install vitrine` installs runs a script.'),
  'packages.size': rule(
    'beyond H',
    '`npm install vitrine` has at most 120 MiB as du counts, without binaries of other systems, and core with ' +
      'storage-sqlite at most 45 MiB.',
  ),
  'packages.default-command': rule(
    'issue 39',
    '`vitrine` without a command is `vitrine serve`, with its data in ./data.',
  ),
  'packages.client-types': rule(
    'beyond H',
    '`vitrine-client types` has --url, --out and --check, and reads the key from VITRINE_KEY.',
  ),
  'packages.release': rule(
    'issue 39',
    'A release is refused on a tree with changes, with several versions, and without its section in the changelog.',
  ),
};
