import { rule } from './requirement.ts';

/** decisions section 1 and its items in section 12; interface.md "Versioning". */
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
    'VITRINE_HOST (127.0.0.1) and VITRINE_PORT (8080) set the address of the server.',
  ),
  'run.base-url': rule('decisions 1', 'All URLs in responses use VITRINE_BASE_URL.'),
  'run.cors-origins': rule(
    'beyond H',
    'VITRINE_CORS_ORIGINS: the preflight of a listed origin is answered without a key for GET and POST below /v2 and at the tools; only responses to read-only store keys and of the tools name the origin; never credentials.',
  ),
  'run.account-key': rule('decisions 1', 'The account key in VITRINE_ACCOUNT_KEY works after the start.'),
  'run.account-key.first-account': rule(
    'decisions 12.15',
    'A given VITRINE_ACCOUNT_KEY belongs to the first account, which is created if there is none; no key is printed.',
  ),
  'run.secret.kept': rule(
    'decisions 1',
    'Without VITRINE_SECRET a secret is generated once and stored, so that cursors survive a restart.',
  ),
  'run.log-level': rule('decisions 1', 'VITRINE_LOG_LEVEL sets the log level.'),
  'run.geocoder': rule('decisions 1', 'VITRINE_GEOCODER chooses the geocoder.'),
  'run.private-fetch': rule('decisions 1', 'VITRINE_ALLOW_PRIVATE_FETCH is off by default.'),
  'run.jobs.turns': rule(
    'beyond C',
    'Accounts take turns in background jobs: a huge purge delays the job of another account only by a slice of time.',
  ),
  'run.jobs.kept': rule(
    'beyond C',
    'A job is given up only after consecutive failures, and a recurring or still needed job is scheduled again.',
  ),
  'run.flags': rule('decisions 12.19', 'Every variable is also a kebab-case flag of vitrine serve.'),
  'run.switches': rule(
    'decisions 12.19',
    'Switches take 1/true and 0/false; any other value stops the start.',
  ),
  'run.bad-value': rule('decisions 1', 'An invalid value stops the start with one clear line that names it.'),
  'run.first-start': rule(
    'decisions 1',
    'If there is no account, one is created and its key is printed once, with a curl line that works when pasted.',
  ),
  'cli.keys': rule('decisions 1', '`vitrine keys` creates, lists and revokes keys.'),
  'cli.accounts': rule('decisions 1', '`vitrine accounts` creates and lists accounts.'),
  'cli.accounts.create': rule(
    'decisions 12.15',
    '`vitrine accounts create --name N` prints the new account id and its key, once.',
  ),
  'cli.stores.create-from': rule(
    'decisions 1',
    '`vitrine stores create-from` creates a store from a CSV file.',
  ),
  'cli.import': rule('decisions 1', '`vitrine import` reads csv, json and ndjson files.'),
  'cli.import.errors': rule('decisions 1', '`vitrine import` reports errors row by row.'),
  'cli.import.resumable': rule(
    'decisions 1',
    'An import into a keyed store can be repeated without creating duplicates.',
  ),
  'cli.export': rule('decisions 1', '`vitrine export` writes the records of a store.'),
  'cli.images': rule('decisions 1', '`vitrine images add` adds pictures.'),
  'cli.map-fields': rule(
    'beyond F',
    'The command line creates and removes fields of maps, imports their values with --column, and reads decimal commas.',
  ),
  'cli.maps': rule('decisions 1', '`vitrine maps create` creates a map.'),
  'cli.migrate.check': rule(
    'issue 39',
    '`vitrine migrate --check` changes nothing, and exits with code 1 if the layout of the database is an older one.',
  ),
  'cli.migrate': rule('decisions 1', '`vitrine migrate` migrates the database to the current layout.'),
  'cli.backup': rule('decisions 1', '`vitrine backup` writes a consistent copy.'),
  'console.served': rule(
    'console 1',
    'The console is served at /console with its Content-Security-Policy; `--no-console` turns it off.',
  ),
  'console.root': rule('console 1', 'GET / redirects browsers to the console.'),
  'console.caching': rule(
    'console 1',
    'The page is never cached; its files are immutable, named by hash and compressed in advance.',
  ),
  'console.key': rule(
    'console 1',
    'The key is in the fragment of the printed link, is removed from the address at once, and is held by the tabs of the browser alone.',
  ),
  'console.no-lost-update': rule(
    'console 2',
    'Edits of one record or of many write nothing over what someone else changed since, before the user says so.',
  ),
  'console.history': rule(
    'changes 6',
    'The history of a record in the console has each change with its author, old and new values, and leads back to each version.',
  ),
  'console.deleted-records': rule(
    'changes 6',
    'The console finds the deleted records of a store, shows what they were, restores them and removes them for good.',
  ),
  'console.deleted-stores': rule('changes 6', 'The console lists deleted stores, finds and restores them.'),
  'console.take-import-back': rule(
    'changes 6',
    'The console takes an import back after it has said what that does, and says what stays.',
  ),
  'console.new-store-history': rule(
    'changes 5',
    'Stores that are made in the console keep a history of 30 days.',
  ),
  'console.webhooks': rule(
    'changes 6',
    'The console creates webhooks beside the message that they will send, tests them, shows deliveries with body and answer, and sends them again.',
  ),
  'console.live-rows': rule(
    'changes 6',
    'The grid marks what others change, announces new and deleted records, and says at an edit that its value changed underneath. It has one stream, and none while the page is hidden.',
  ),
  'console.goes-on': rule(
    'console 4',
    'The console says when the server does not answer, keeps what was typed, and goes on with edits and imports afterwards.',
  ),
  'console.first-visit': rule(
    'console 4',
    'From the link of the first start to an imported, filtered, edited and exported store and the HTML of a timer, by few clicks and keys.',
  ),
  'console.maps': rule(
    'console 2',
    'The console shows locations on a map without requests to other hosts, moves them by dragging, imports them, and settles uncertain ones by keyboard.',
  ),
  'console.map-editing': rule(
    'console 2',
    'The console changes all values of a map and of a location, and puts a location on the map by keyboard alone.',
  ),
  'console.charts': rule(
    'console 2',
    'The console draws bars, lines and histograms of filtered records, with their exact numbers in a table, and shows the records of a group.',
  ),
  'console.schema': rule(
    'console 2',
    'The console shows the properties of a store with their values counted, changes them within the rules, and has code for them.',
  ),
  'console.timers': rule(
    'console 2',
    'The console designs timers beside the GIF that the server renders of the draft, saves them, and lists them with their URL and HTML.',
  ),
  'console.timer-editing': rule(
    'console 2',
    'The designer of timers takes each change back and makes it again, and adds pictures.',
  ),
  'console.timer-moments': rule(
    'console 2',
    'The designer of timers holds any frame of the GIF, and draws what a mail shows that is opened later.',
  ),
  'console.timer-watch': rule(
    'console 2',
    'The designer of timers shows what others change in the draft, revision by revision, and keeps own changes.',
  ),
  'console.timer-arranging': rule(
    'console 2',
    'The designer of timers moves units and the row, and sizes digits and the picture, by dragging and by arrow keys.',
  ),
  'console.shop-visit': rule(
    'issue 38',
    'A price list with pictures from a spreadsheet becomes a saved view and a live image, by few clicks and keys.',
  ),
  'console.live-visit': rule(
    'live 8',
    'From a store to the HTML and the click of a live image with a font, a rule and a countdown, by few clicks and keys.',
  ),
  'console.live-start': rule(
    'live 8',
    'Ten templates adapt to a store, a picture, a timer or a map, from whose menus they begin.',
  ),
  'console.live-layers': rule(
    'live 8',
    'Layers are moved, sized and snapped by dragging and by keys, ordered, hidden, locked, copied, renamed and deleted; each step is undone.',
  ),
  'console.live-rules': rule(
    'live 8',
    'A rule is seen as if it matched; what is then done to a layer, by handles too, is what the rule does, and each step is undone.',
  ),
  'console.live-see-as': rule(
    'live 8',
    'A live image is seen as any record, none, unfilled tags, a moment, a mail program, dark, without pictures and at 2×; all of it is in the address.',
  ),
  'console.live-drafts': rule(
    'live 8',
    'Drafts that were left are found again; what others change is shown, and own changes are kept.',
  ),
  'console.images': rule(
    'console 2',
    'The console adds images by drop with progress, shows them by folder, renames, moves, deletes and restores them, and says which timers use one.',
  ),
  'console.fonts': rule(
    'console 2',
    'The console shows fonts set in themselves, draws a text of the reader in one, adds and deletes fonts, and says which timers use one.',
  ),
  'console.budget': rule(
    'console 1',
    'The first load has at most 60 kB of JavaScript and 12 kB of CSS, a lazy screen 40 kB, everything 500 kB (gzip).',
  ),
  'operations.healthz': rule('decisions 1', 'GET /healthz reports that the process is running.'),
  'operations.readyz': rule('decisions 1', 'GET /readyz reports whether the storage responds.'),
  'operations.metrics': rule('decisions 1', 'GET /metrics returns Prometheus text.'),
  'operations.sigterm': rule(
    'decisions 1',
    'SIGTERM stops accepting requests, finishes those in flight, closes the storage and exits with 0.',
  ),
  'operations.stop-in-time': rule(
    'issue 14',
    'SIGTERM ends the process within 10 s, no matter what is running.',
  ),
  'operations.deadlines': rule(
    'issue 14',
    'Every request has a deadline for its body, its work and its response; a client that stops reading or sending is disconnected.',
  ),
  'operations.later-parts': rule(
    'security Availability',
    'A server loads all of its parts soon after the start, so that the first request of a kind neither blocks others nor needs replaced files.',
  ),
  'operations.started-twice': rule(
    'beyond H',
    'Servers that are started from one checkout, at once or after a change of its sources, do not disturb each other, also at the first export, tool call and picture.',
  ),
  'operations.start-settings': rule(
    'beyond H',
    'The process that listens has the allocator and young generation of docs/architecture.md, however it is started.',
  ),
  'operations.no-orphans': rule('beyond H', 'After SIGKILL of the server none of its processes is left.'),
  'container.image': rule(
    'beyond H',
    'The image is built in stages, takes at most 250 MB, and its container makes no request to the network at its start.',
  ),
  'container.architectures': rule('beyond H', 'The image can be built for amd64 and arm64.'),
  'container.limits': rule(
    'beyond H',
    'The container runs as user 10001, without privileges, and writes only to /data and /tmp.',
  ),
  'container.health': rule('beyond H', 'The health check of the image succeeds while the server is ready.'),
  'operations.connections': rule(
    'security Availability',
    'One address may have a quarter of the connections, unless it is a trusted proxy.',
  ),
  'operations.pipelining': rule(
    'security Availability',
    'Requests of one connection run in order; while one waits, nothing more is read, and what waits is counted by address.',
  ),
  'operations.unread-bodies': rule(
    'beyond G',
    'A response before the body of its request has arrived says Connection: close and reaches the client.',
  ),
  'operations.event-loop': rule(
    'security Availability',
    'Work that takes milliseconds of the main thread takes turns by account, and short requests run between them.',
  ),
  'operations.writer-turns': rule(
    'security Availability',
    'On SQLite writes take turns by account: one waits for the operation that runs, and not for all that wait.',
  ),
  'operations.hosts': rule('security Robustness', 'A Host that no URL can have is 400 on every path.'),
  'run.failed-start': rule('issue 14', 'A failed start ends the process with an exit code and one line.'),
  'operations.logs': rule(
    'decisions 1',
    'Logs are structured, one line per request, without keys and tokens.',
  ),
  'operations.logs.path': rule('decisions 12.16', 'Logs contain the path without its query string.'),
  'operations.logs.path-tokens': rule('decisions 12.16', 'Path tokens are masked in logs.'),
  'operations.acknowledged-writes': rule(
    'decisions 1',
    'An acknowledged write survives kill -9, and no write is partial.',
  ),
  'operations.failover': rule(
    'issue 21',
    'With several hosts in the URL, the one that accepts writes is found again after a failover, without a restart.',
  ),
  'versioning.prefix': rule('interface Versioning', 'All operations have the path prefix /v2.'),
  'versioning.document': rule('interface Versioning', 'The OpenAPI document has the version 1.0.0.'),
};
