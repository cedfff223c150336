import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser';

/**
 * The rules for imports, checked by `pnpm lint:imports` with dependency-cruiser: no circles, and one direction between
 * packages and between the layers of a package. Type imports count. The direction does not apply to tests.
 */

/** The files that the rules apply to. */
const SOURCE = '^packages/[^/]+/src/';
const TESTS = '\\.test\\.ts$';

/**
 * The layers of packages, lowest first: a file imports its own layer and lower ones. Each is a regular expression for the
 * path after `packages/<name>/src/`, and the last one is the rest. Packages whose folders do not depend on each other in
 * one order are checked for circles only.
 */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  core: [
    'ground/',
    // What an embedding program may provide, except for a storage and media.
    'ports/',
    'turns/',
    // Offsets of time zones and the buckets of times in them.
    'zones/',
    // The query language and its evaluation. Storages need both.
    'query/',
    'geo/',
    'values/',
    // The documents of exports. Storages encode records where they read them.
    'encoding/',
    'storage/',
    'contracts/',
    'media/',
    // Reads records, filters and orders by a store's properties.
    'schema/',
    // Reads files of records and detects how they are written.
    'imports/',
    // What designs of timers and of live images share.
    'designs/',
    'timers/',
    'live/',
    'jobs/',
    'geocoding/',
    'webhooks/',
    'copy/',
    'services/',
    // The conformance kit has rules of its own.
    '(adapter|index|node|server|storage-with-blob-bytes|vitrine|vitrine-options|work)\\.ts',
  ],
  http: [
    '(ground/|version\\.ts)',
    // Limits, deadlines and bytes in flight.
    'traffic/',
    'request/',
    'response/',
    // One request with its route, and its way through both.
    'call/',
    '(logs|metrics|openapi|mcp|console)/',
    'routes/',
    'handler/',
    '.',
  ],
  media: [
    '(closed-error|deadline|entries)\\.ts',
    '(process|gif|png|fetch)/',
    'font/',
    'image/',
    // What timers and live images are drawn with.
    'paint/',
    'text/',
    'timer/paint/',
    'timer/layout/',
    'timer/scene/',
    'timer/drawing/',
    'live/',
    // The threads that draw, with their turns and caches.
    'rendering/',
    '.',
  ],
  'storage-postgres': [
    '(connections/|dialect/|entries\\.ts)',
    '(caching|running)/',
    '(nodes|set-writes|routed-writes|columns)/',
    '.',
  ],
  geocoder: [
    'packed-text\\.ts',
    'gazetteer/',
    'same-place\\.ts',
    // An address from its words to a place.
    'address/words/',
    'address/names/',
    'address/readings/',
    'address/candidates/',
    'address/',
    '.',
  ],
  vitrine: ['(terminal|settings)/', 'lists/', 'database/', '(?!commands/)[a-z-]+/', 'commands/', '.'],
  // Screens never import each other (`console-screens`).
  console: [
    '(texts|router|styles)/',
    'requests/',
    'session/',
    '(forms|uploads)/',
    'components/',
    // What the screens of a store's records share.
    'records/',
    'screens/[^/]+/',
    '(console\\.tsx|shell/|screens/)',
  ],
};

/** The packages of this repository that a package may import. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  core: [],
  'storage-sql': ['core'],
  'storage-sqlite': ['core', 'storage-sql'],
  'storage-postgres': ['core', 'storage-sql'],
  media: ['core'],
  geocoder: ['core'],
  'blobs-s3': ['core'],
  client: [],
  console: ['client'],
  http: ['core', 'console'],
  vitrine: ['client', 'core', 'http', 'media', 'geocoder', 'blobs-s3', 'storage-sqlite', 'storage-postgres'],
};

/** Files outside of a package that its bundle contains a copy of. Those of core need neither Node nor a storage. */
const BUNDLED: Readonly<Record<string, readonly string[]>> = {
  console: [
    '^examples/data/',
    '^packages/core/src/encoding/csv-cell\\.ts$',
    '^packages/core/src/geo/(angle|coordinates)\\.ts$',
    '^packages/core/src/ground/(limits|network/reach)\\.ts$',
    '^packages/core/src/imports/(csv/(csv-row|separator-line)|values/(date-text|number-text|typed-text|unit-text|yes-and-no))\\.ts$',
    '^packages/core/src/values/(formula-guard|value)\\.ts$',
  ],
};

/** What resources of storage-sql may import of each other, besides the root. */
const SQL_SHARED = [
  '(change-log|layout|statements)/',
  // Columns answer searches as records do.
  'records/reads/(aggregates|find-among-candidates|log-place|record-query|record-search|search-driver|selection|summarize)\\.ts',
  // Locations and their queue are found through their map.
  'maps/(rows|facet)\\.ts',
  // The log of a store is a part of its state. Writes of records invalidate the cached version of their store.
  'stores/(guards|live|rows)\\.ts',
  // An import writes records in one step with its progress.
  'records/writes/(given-records|store-guard|writes)\\.ts',
  // A draft is saved as an image.
  'images/(operations|replace-image|rows)\\.ts',
  // Deliveries and their queue are found through their webhook.
  'webhooks/rows\\.ts',
  // A purged blob leaves its object behind.
  'blob-objects/operations\\.ts',
];

/** The files of storage-sql that put resources together. */
const SQL_COMPOSITION = ['create-sql-storage', 'engine', 'index', 'operations'].map(
  (name) => `^packages/storage-sql/src/${name}\\.ts`,
);

/** What packages/core may import from the registry. */
const CORE_DEPENDENCIES = ['zod', 'lru-cache', 'ipaddr\\.js', 'liquidjs'];

/** What packages/core may import of Node: nothing that opens files, sockets, threads or processes. */
const CORE_BUILTINS = '^(node:)?(async_hooks|buffer|crypto|os|timers|timers/promises)$';

const CORE_LAYERS = LAYERS.core ?? [];

function coreFile(files: string): string {
  return `^packages/core/src/${files}`;
}

/** Returns a rule for each layer of a package: it imports no higher one. A file is of the lowest layer that it matches. */
function layersOf(name: string, layers: readonly string[]): IForbiddenRuleType[] {
  const paths = layers.map((files) => `^packages/${name}/src/${files}`);
  return layers.slice(0, -1).map((files, layer) => ({
    name: `layers-${name}`,
    severity: 'error',
    comment: `A file of the layer ${files} of packages/${name} imports a higher layer of LAYERS (imports.config.ts).`,
    from: { path: paths[layer] ?? '', pathNot: [TESTS, ...paths.slice(0, layer)] },
    to: { path: paths.slice(layer + 1), pathNot: paths.slice(0, layer + 1) },
  }));
}

const packages = Object.entries(PACKAGES).map(
  ([name, allowed]): IForbiddenRuleType => ({
    name: `package-${name}`,
    severity: 'error',
    comment: `packages/${name} imports ${allowed.join(' and ') || 'no other package'} only.`,
    from: { path: `^packages/${name}/src/`, pathNot: TESTS },
    to: {
      path: '^(packages|test|examples|scripts)/',
      pathNot: [...[name, ...allowed].map((one) => `^packages/${one}/`), ...(BUNDLED[name] ?? [])],
    },
  }),
);

export default {
  forbidden: [
    {
      name: 'no-circle',
      severity: 'error',
      comment: 'Files import each other in a circle. Move the shared part to a file of its own.',
      from: { path: SOURCE },
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      comment: 'The import is neither a file nor a dependency of the package.',
      from: { path: SOURCE },
      // The build of the console makes the data of the map.
      to: { couldNotResolve: true, pathNot: '^map-data/' },
    },
    ...packages,
    {
      name: 'sql-resources',
      severity: 'error',
      comment:
        'A resource of storage-sql imports the root, layout/, statements/, and of other resources only rows and steps ' +
        'that SQL_SHARED names (imports.config.ts).',
      from: { path: '^packages/storage-sql/src/([a-z-]+)/', pathNot: TESTS },
      to: {
        path: '^packages/storage-sql/src/[a-z-]+/',
        pathNot: [
          '^packages/storage-sql/src/$1/',
          ...SQL_SHARED.map((one) => `^packages/storage-sql/src/${one}`),
        ],
      },
    },
    {
      name: 'sql-root',
      severity: 'error',
      comment: 'The root of storage-sql imports resources only where it puts them together.',
      from: { path: '^packages/storage-sql/src/[a-z-]+\\.ts', pathNot: [TESTS, ...SQL_COMPOSITION] },
      to: {
        path: '^packages/storage-sql/src/[a-z-]+/',
        pathNot: '^packages/storage-sql/src/(layout|statements)/',
      },
    },
    {
      name: 'core-dependencies',
      severity: 'error',
      comment: 'packages/core imports zod, lru-cache, ipaddr.js and liquidjs only.',
      from: { path: coreFile(''), pathNot: TESTS },
      to: {
        dependencyTypes: ['npm', 'npm-dev', 'npm-no-pkg', 'npm-unknown'],
        pathNot: CORE_DEPENDENCIES.map((one) => `/${one}/`),
      },
    },
    {
      name: 'core-builtins',
      severity: 'error',
      comment:
        'packages/core imports async_hooks, buffer, crypto, os and timers of Node only (CORE_BUILTINS in imports.config.ts).',
      from: { path: coreFile('(?!conformance/)'), pathNot: TESTS },
      to: { dependencyTypes: ['core'], pathNot: CORE_BUILTINS },
    },
    ...Object.entries(LAYERS).flatMap(([name, layers]) => layersOf(name, layers)),
    {
      name: 'console-screens',
      severity: 'error',
      comment: 'A screen of packages/console imports no other screen, so that each is loaded alone.',
      from: { path: '^packages/console/src/screens/([a-z-]+)/', pathNot: TESTS },
      to: {
        path: '^packages/console/src/screens/[a-z-]+/',
        pathNot: '^packages/console/src/screens/$1/',
      },
    },
    {
      name: 'core-layers',
      severity: 'error',
      comment: 'Every file of packages/core belongs to a layer in LAYERS (imports.config.ts).',
      from: { path: SOURCE },
      to: { path: coreFile(''), pathNot: [TESTS, coreFile('conformance/'), ...CORE_LAYERS.map(coreFile)] },
    },
    {
      name: 'core-conformance',
      severity: 'error',
      comment: 'The conformance kit knows a storage only: no services and no contracts.',
      from: { path: coreFile('conformance/'), pathNot: TESTS },
      to: {
        path: CORE_LAYERS.slice(CORE_LAYERS.indexOf('contracts/')).map(coreFile),
      },
    },
    {
      name: 'core-without-conformance',
      severity: 'error',
      comment: 'The conformance kit is for adapters; packages/core does not need it.',
      from: { path: coreFile('(?!conformance/)'), pathNot: TESTS },
      to: { path: coreFile('conformance/') },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['vitrine-source', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json', '.node', '.css'],
    },
  },
} satisfies IConfiguration;
