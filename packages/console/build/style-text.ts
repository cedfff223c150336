import { build, type Plugin } from 'esbuild';

/**
 * Makes `import styles from './name.css'` in a script the minified text of the file, so that a screen brings its own
 * style in its own chunk. `adoptStyles` puts it into the document. Files in `src/styles` are linked by the page instead.
 */
export const styleText: Plugin = {
  name: 'style-text',
  setup({ onLoad, initialOptions }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      if (path.includes('/src/styles/') || path.includes('/node_modules/')) return null;
      const { outputFiles } = await build({
        entryPoints: [path],
        write: false,
        minify: true,
        legalComments: 'none',
        ...(initialOptions.target === undefined ? {} : { target: initialOptions.target }),
      });
      return { contents: outputFiles[0]?.text ?? '', loader: 'text', watchFiles: [path] };
    });
  },
};
