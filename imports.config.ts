import type { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser';

/**
 * The rules for imports, checked by `pnpm lint:imports` with dependency-cruiser: no circles, and one direction between
 * packages and between the folders of packages/core. Type imports count. The direction does not apply to tests.
 */

/** The files that the rules apply to. */
const SOURCE = '^packages/[^/]+/src/';
const TESTS = '\\.test\\.ts$';

/**
 * The layers of packages/core, lowest first. A file may import files of its own layer and of lower layers. `files` is a
 * regular expression for the path after `packages/core/src/`.
 */
const CORE_LAYERS: readonly { readonly name: string; readonly files: string }[] = [
  {
    name: 'ground',
    files:
      '(account-limits|addresses|bearer-token|bounded-map|canonical-json|crypto|entry-files|errors|metric|int32|json-number|json-object|json-shape|limits|nearest-name|node-version|setting-names|soon|store-types|stored-text|zod)\\.ts',
  },
  { name: 'rows', files: 'storage/rows\\.ts' },
  // What an embedding program may provide, except for a storage and media.
  { name: 'ports', files: '(access|blob-bytes|geocoder|path-token|ports)\\.ts' },
  { name: 'turns', files: 'turns/' },
  // Offsets of time zones and the buckets of times in them.
  { name: 'zones', files: 'zones/' },
  // The query language and its evaluation. Storages need both.
  { name: 'query', files: 'query/' },
  { name: 'geo', files: 'geo/' },
  { name: 'values', files: 'values/' },
  // The documents of exports. Storages encode records where they read them.
  { name: 'encoding', files: 'encoding/' },
  { name: 'storage', files: 'storage/(?!rows\\.ts)' },
  { name: 'contracts', files: 'contracts/' },
  { name: 'media', files: 'media\\.ts' },
  // Reads records, filters and orders by a store's properties.
  { name: 'schema', files: 'schema/' },
  // Reads files of records and detects how they are written.
  { name: 'imports', files: 'imports/' },
  { name: 'timers', files: 'timers/' },
  { name: 'jobs', files: 'jobs/' },
  { name: 'geocoding', files: 'geocoding/' },
  { name: 'copy', files: 'copy/' },
  { name: 'services', files: 'services/' },
  { name: 'top', files: '(index|storage-with-blob-bytes|vitrine|work)\\.ts' },
];

/** The packages of this repository that a package may import. `http` may import all of them. */
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
};

/** Files outside of a package that its bundle contains a copy of. Those of core need neither Node nor a storage. */
const BUNDLED: Readonly<Record<string, readonly string[]>> = {
  console: [
    '^examples/data/',
    '^packages/core/src/imports/(date-text|number-text|separator-line|typed-text|yes-and-no)\\.ts$',
  ],
};

/** What resources of storage-sql may import of each other, besides the root and `layout/`. */
const SQL_SHARED = [
  'layout/',
  // Columns answer searches as records do.
  'records/(aggregates|reads|selection|summarize)\\.ts',
  // Locations and their queue are found through their map.
  'maps/(rows|facet)\\.ts',
  // Writes of records invalidate the cached version of their store.
  'stores/store-key\\.ts',
  // An import writes records in one step with its progress.
  'records/(given-records|store-guard|writes)\\.ts',
  // A draft of a timer is saved as an image.
  'images/(operations|plain-image|replace-timer)\\.ts',
  // A purged blob leaves its object behind.
  'blob-objects/operations\\.ts',
];

/** The layers of packages/console, lowest first, like CORE_LAYERS. Screens never import each other. */
const CONSOLE_LAYERS: readonly { readonly name: string; readonly files: string }[] = [
  { name: 'ground', files: '(texts|router|styles)/' },
  { name: 'session', files: 'session/' },
  { name: 'components', files: '(components/|shell/(brand|commands|theme)\\.tsx?)' },
  // What the screens of a store's records share.
  { name: 'records', files: 'records/' },
  { name: 'screens', files: 'screens/[^/]+/' },
  { name: 'top', files: '(console\\.tsx|shell/|screens/)' },
];

/** The files of storage-sql that put resources together. */
const SQL_COMPOSITION = ['create-sql-storage', 'engine', 'index', 'operations'].map(
  (name) => `^packages/storage-sql/src/${name}\\.ts`,
);

/** What packages/core may import from the registry. */
const CORE_DEPENDENCIES = ['zod', 'lru-cache', 'ipaddr\\.js'];

/** What packages/core may import of Node: nothing that opens files, sockets, threads or processes. */
const CORE_BUILTINS = '^(node:)?(buffer|crypto|timers|timers/promises)$';

function coreFile(files: string): string {
  return `^packages/core/src/${files}`;
}

const coreLayers = CORE_LAYERS.slice(0, -1).map(
  ({ name, files }, layer): IForbiddenRuleType => ({
    name: `core-${name}`,
    severity: 'error',
    comment: `A file of the layer "${name}" imports a higher layer of CORE_LAYERS (imports.config.ts).`,
    from: { path: coreFile(files), pathNot: TESTS },
    to: { path: CORE_LAYERS.slice(layer + 1).map((higher) => coreFile(higher.files)) },
  }),
);

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

const consoleLayers = CONSOLE_LAYERS.slice(0, -1).map(
  ({ name, files }, layer): IForbiddenRuleType => ({
    name: `console-${name}`,
    severity: 'error',
    comment: `A file of the layer "${name}" imports a higher layer of CONSOLE_LAYERS (imports.config.ts).`,
    from: { path: `^packages/console/src/${files}`, pathNot: TESTS },
    to: {
      path: CONSOLE_LAYERS.slice(layer + 1).map((higher) => `^packages/console/src/${higher.files}`),
      pathNot: CONSOLE_LAYERS.slice(0, layer + 1).map((lower) => `^packages/console/src/${lower.files}`),
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
        'A resource of storage-sql imports the root, layout/, and of other resources only rows and steps ' +
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
      to: { path: '^packages/storage-sql/src/[a-z-]+/', pathNot: '^packages/storage-sql/src/layout/' },
    },
    {
      name: 'core-dependencies',
      severity: 'error',
      comment: 'packages/core imports zod, lru-cache and ipaddr.js only.',
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
        'packages/core imports buffer, crypto and timers of Node only (CORE_BUILTINS in imports.config.ts).',
      from: { path: coreFile('(?!conformance/)'), pathNot: TESTS },
      to: { dependencyTypes: ['core'], pathNot: CORE_BUILTINS },
    },
    ...coreLayers,
    ...consoleLayers,
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
      comment: 'Every file of packages/core belongs to a layer in CORE_LAYERS (imports.config.ts).',
      from: { path: SOURCE },
      to: {
        path: coreFile(''),
        pathNot: [TESTS, coreFile('conformance/'), ...CORE_LAYERS.map(({ files }) => coreFile(files))],
      },
    },
    {
      name: 'core-conformance',
      severity: 'error',
      comment: 'The conformance kit knows a storage only: no services and no contracts.',
      from: { path: coreFile('conformance/'), pathNot: TESTS },
      to: {
        path: CORE_LAYERS.slice(CORE_LAYERS.findIndex(({ name }) => name === 'contracts')).map(({ files }) =>
          coreFile(files),
        ),
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
