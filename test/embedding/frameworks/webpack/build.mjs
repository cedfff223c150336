// Bundles `program.js` twice: as the guide says, and without anything left out.
import webpack from 'webpack';

const base = {
  mode: 'production',
  optimization: { minimize: false },
  target: 'node22',
  entry: './program.js',
  output: { module: true, chunkFormat: 'module', path: `${import.meta.dirname}/out`, clean: false },
  experiments: { outputModule: true },
  externalsType: 'module',
};
const compiler = webpack([
  { ...base, output: { ...base.output, filename: 'external.mjs' }, externals: [/^@vitrine\//] },
  {
    ...base,
    output: { ...base.output, filename: 'joined.mjs' },
    externals: ['better-sqlite3', 'sharp', 'fontkit', 'harfbuzzjs'],
  },
]);
compiler.run((error, stats) => {
  if (error !== null) throw error;
  if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
});
