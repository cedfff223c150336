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
  'library.mounted': rule(
    'beyond H',
    'nodeHandler, fetchHandler and createApp serve the interface below a basePath: instance, Location, OpenAPI servers and the links of pages carry it; the tools take their host from the baseUrl of the Vitrine.',
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
  'library.hooks.doors': rule(
    'changes 4',
    'A hook runs before each write of a record: add, patch, batch, import, over HTTP and in the library, with an idempotency key and without, on every storage.',
  ),
  'library.hooks.values': rule(
    'changes 4',
    'A hook sees the given values as responses show them; what it leaves is checked as if the caller had sent it.',
  ),
  'library.hooks.types': rule(
    'changes 4',
    'A hook of a typed store has the types of the store and runs for that store only; a hook without a store runs for all.',
  ),
  'library.hooks.refusal': rule(
    'changes 4',
    'A ValidationError of a hook refuses the write with its issues; a record of a batch or of an import is refused alone.',
  ),
  'library.hooks.errors': rule(
    'changes 4',
    'Another VitrineError of a hook fails the call; anything else goes to onError, and the write is unavailable. Records of batches and imports are refused alone.',
  ),
  'library.hooks.replay': rule(
    'changes 4',
    'A call that is repeated under its idempotency key runs no hook.',
  ),
  'library.hooks.preview': rule(
    'changes 4',
    'validate, previewUpsert and dry runs show what hooks make of a record.',
  ),
  'library.lists': rule(
    'beyond H',
    'A list of the library can be awaited, which returns its first page, and iterated over all pages.',
  ),
  'library.as': rule(
    'beyond H',
    'vitrine.as(principal) has every call that takes a principal, without it, and no other call.',
  ),
  'library.typed-stores': rule(
    'beyond H',
    'A typed store of the library has the calls of the client, with the same names, arguments and results.',
  ),
  'library.many': rule(
    'beyond H',
    'upsertMany and deleteMany take any iterable, in batches of 100 in order, and list the records that fail.',
  ),
  'library.import': rule(
    'beyond H',
    'The library imports a file or a stream to its end, with or without work() in this or another process.',
  ),
  'library.if-match': rule(
    'beyond H',
    'ifMatch takes a row or a tag; a record that has changed since is kept.',
  ),
  'library.signal': rule(
    'beyond H',
    'A signal ends a call of a typed store with its reason; an import is cancelled.',
  ),
  'library.ensure-migrate': rule(
    'beyond H',
    'ensure with migrate: "add" adds the properties that a store lacks, in one step; other differences stay a conflict.',
  ),
  'library.ensure-key': rule(
    'beyond H',
    'apiKeys.ensureKey makes a given text an account key once, and returns it.',
  ),
  'library.pictures': rule(
    'beyond H',
    'images.open, timers.render and liveImages.render return the picture of an id, at a moment and with values of choice.',
  ),
  'library.errors-of-work': rule(
    'beyond H',
    'Errors of work() and runDueJobs() go to onError of createVitrine, unless work has its own.',
  ),
  'library.worker': rule('issue 39', 'Vitrine runs in a worker thread, which may be terminated.'),
  'library.low-priority': rule(
    'beyond H',
    'Vitrine works in a process that was started with a low priority, such as by `nice`.',
  ),
  'library.bundles': rule(
    'beyond H',
    'A bundled program works, or throws an error of one line that names the packages to leave out of the bundle.',
  ),
  'library.transactions': rule(
    'beyond H',
    'vitrine.transaction writes records of several stores together or not at all, on every storage; a throw writes nothing and is passed on. A process that is killed in the middle leaves all of its writes or none.',
  ),
  'library.transactions.reads': rule(
    'beyond H',
    'tx.records has the calls of records; its reads, searches, counts and summaries see the writes of the transaction.',
  ),
  'library.transactions.rules': rule(
    'beyond H',
    'Within a transaction unique keys, entity tags, hooks, quotas, rights of keys and the log of changes hold as outside.',
  ),
  'library.transactions.isolation': rule(
    'beyond H',
    'A transaction whose reads were changed by others before its end runs again; transactions that read and write the same records are made one after the other.',
  ),
  'library.transactions.bounds': rule(
    'beyond H',
    'A transaction that never ends is refused and holds nobody up; its size is bounded; one within another, calls after the end, keys and purges are refused.',
  ),
  'library.transactions.client': rule(
    'beyond H',
    'On PostgreSQL a transaction joins the open transaction of a client of the application, whose commit or rollback decides.',
  ),
  'library.pool': rule(
    'beyond H',
    "A PostgreSQL storage uses the application's pool: at most its connections, its settings restored, no listener left, open after close().",
  ),
};
