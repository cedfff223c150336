// Bundles `program.js` as the guide says, for both module systems, and without anything left out.
import webpack from 'webpack';

const path = `${import.meta.dirname}/out`;
const base = {
  mode: 'production',
  optimization: { minimize: false },
  target: 'node22',
  entry: './program.js',
};
const module = { ...base, experiments: { outputModule: true }, externalsType: 'module' };
const output = { module: true, chunkFormat: 'module', path, clean: false };
const compiler = webpack([
  { ...module, output: { ...output, filename: 'external.mjs' }, externals: [/^@vitrine\//] },
  {
    ...base,
    output: { filename: 'external.cjs', path, clean: false },
    externalsType: 'commonjs',
    externals: [/^@vitrine\//],
  },
  {
    ...module,
    output: { ...output, filename: 'joined.mjs' },
    externals: ['better-sqlite3', 'sharp', 'fontkit', 'harfbuzzjs'],
  },
]);
compiler.run((error, stats) => {
  if (error !== null) throw error;
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
});
