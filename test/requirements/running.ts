import { rule } from './requirement.ts';

/** decisions sections 1 and the items of 12 that belong to it; interface.md "Versioning". */
export const running = {
  'run.start': rule(
    'decisions 1',
    'One command starts the server with no config file and no account to create.',
  ),
  'run.test': rule('decisions 1', 'One command installs, builds and runs every test in a fresh clone.'),
  'run.node': rule('decisions 1', 'Node 24 is pinned; libraries declare ^22.18 || ^24.11 || >=26.'),
  'run.database-url.sqlite': rule(
    'decisions 1',
    'VITRINE_DATABASE_URL takes sqlite:<path>, by default sqlite:./data/vitrine.db.',
  ),
  'run.database-url.memory': rule('decisions 1', 'VITRINE_DATABASE_URL takes memory:.'),
  'run.database-url.postgres': rule('decisions 1', 'VITRINE_DATABASE_URL takes postgres://….'),
  'run.address': rule(
    'decisions 1',
    'VITRINE_HOST (127.0.0.1) and VITRINE_PORT (8080) say where the server listens.',
  ),
  'run.base-url': rule('decisions 1', 'All minted URLs use VITRINE_BASE_URL.'),
  'run.account-key': rule('decisions 1', 'The account key in VITRINE_ACCOUNT_KEY works after start.'),
  'run.account-key.first-account': rule(
    'decisions 12.15',
    'A given VITRINE_ACCOUNT_KEY belongs to the first account, made if there is none, and no key is printed.',
  ),
  'run.secret.kept': rule(
    'decisions 1',
    'Without VITRINE_SECRET one is generated once and kept, so cursors survive a restart.',
  ),
  'run.log-level': rule('decisions 1', 'VITRINE_LOG_LEVEL sets the log level.'),
  'run.geocoder': rule('decisions 1', 'VITRINE_GEOCODER chooses the geocoder.'),
  'run.private-fetch': rule('decisions 1', 'VITRINE_ALLOW_PRIVATE_FETCH is off by default.'),
  'run.jobs.turns': rule(
    'beyond C',
    'Background jobs take turns by account: a huge purge delays the job of another account by a slice of time.',
  ),
  'run.jobs.kept': rule(
    'beyond C',
    'Only failures in a row make a job be given up, and one that recurs or is still needed comes back.',
  ),
  'run.flags': rule('decisions 12.19', 'Every variable is also a flag of vitrine serve in kebab case.'),
  'run.switches': rule('decisions 12.19', 'Switches take 1/true and 0/false; anything else stops the start.'),
  'run.bad-value': rule('decisions 1', 'A bad value stops the start with one clear line that names it.'),
  'run.first-start': rule(
    'decisions 1',
    'With no account one is created and its key printed once, with a curl line that works when pasted.',
  ),
  'cli.keys': rule('decisions 1', 'vitrine keys creates, lists and revokes keys.'),
  'cli.accounts': rule('decisions 1', 'vitrine accounts creates and lists accounts.'),
  'cli.accounts.create': rule(
    'decisions 12.15',
    'vitrine accounts create --name N prints the new account id and its key, once.',
  ),
  'cli.stores.create-from': rule('decisions 1', 'vitrine stores create-from makes a store from a CSV file.'),
  'cli.import': rule('decisions 1', 'vitrine import reads csv, json and ndjson files.'),
  'cli.import.errors': rule('decisions 1', 'vitrine import reports errors row by row.'),
  'cli.import.resumable': rule(
    'decisions 1',
    'An import of a keyed store may run again without making duplicates.',
  ),
  'cli.export': rule('decisions 1', 'vitrine export writes the records of a store.'),
  'cli.images': rule('decisions 1', 'vitrine images add puts pictures in.'),
  'cli.maps': rule('decisions 1', 'vitrine maps create makes a map.'),
  'cli.migrate': rule('decisions 1', 'vitrine migrate brings the database up to date.'),
  'cli.backup': rule('decisions 1', 'vitrine backup writes a consistent copy.'),
  'operations.healthz': rule('decisions 1', 'GET /healthz says that the process is up.'),
  'operations.readyz': rule('decisions 1', 'GET /readyz says whether the storage answers.'),
  'operations.metrics': rule('decisions 1', 'GET /metrics gives Prometheus text.'),
  'operations.sigterm': rule(
    'decisions 1',
    'SIGTERM stops accepting, finishes what is in flight, closes the storage and exits 0.',
  ),
  'operations.stop-in-time': rule('issue 14', 'SIGTERM ends the process within 10 s, whatever runs.'),
  'operations.deadlines': rule(
    'issue 14',
    'Every request has a deadline for its body, its work and its answer; a client that stops is cut off.',
  ),
  'run.failed-start': rule('issue 14', 'A start that fails ends the process with an exit code and one line.'),
  'operations.logs': rule(
    'decisions 1',
    'Logs are structured, one line a request, with no key or token in them.',
  ),
  'operations.logs.path': rule('decisions 12.16', 'Logs hold the path without its query string.'),
  'operations.logs.path-tokens': rule('decisions 12.16', 'Path tokens are masked in logs.'),
  'operations.acknowledged-writes': rule(
    'decisions 1',
    'An acknowledged write is there after kill -9, and none is half-written.',
  ),
  'versioning.prefix': rule('interface Versioning', 'All operations live under the path prefix /v2.'),
  'versioning.document': rule(
    'interface Versioning',
    'The machine-readable description carries the version 1.0.0.',
  ),
};
