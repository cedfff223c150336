import { rule } from './requirement.ts';

/** decisions section 9 and its items in section 12; interface.md "Fonts". */
export const fonts = {
  'operation.list-fonts': rule(
    'interface Fonts',
    'GET /v2/fonts with scope is 200 with an array of FontSummary.',
  ),
  'operation.upload-font': rule(
    'interface Fonts',
    'POST /v2/fonts takes multipart/form-data with one file and is 201 FontSummary or 400.',
  ),
  'operation.add-font-from-url': rule(
    'interface Fonts',
    'POST /v2/fonts/from-url takes a URL and is 201 FontSummary or 400.',
  ),
  'operation.delete-font': rule(
    'interface Fonts',
    'DELETE /v2/fonts/{id} is 204 for a custom font of the account, else 404.',
  ),
  'fonts.summary': rule(
    'decisions 9',
    'A summary has id, family, style, fullName, weight, italic, format, scope, variable, glyphCount, hasDigits, bytes, previewUrl and date_created.',
  ),
  'fonts.preview': rule(
    'decisions 9',
    'previewUrl shows the sample that was rendered when the font was saved.',
  ),
  'fonts.preview.signed': rule(
    'decisions 12.21',
    'previewUrl is signed and short-lived, needs no key and serves WebP.',
  ),
  'fonts.format': rule('decisions 12.20', 'format is ttf, otf, woff, woff2 or ttc.'),
  'fonts.scope': rule('decisions 9', 'scope is all (default), builtin or custom; else 400.'),
  'fonts.ids': rule('decisions 9', 'Built-in ids are 1 to 999, custom ids start at 1000.'),
  'fonts.builtin': rule(
    'decisions 9',
    'The built-in fonts are Inter, Roboto, Open Sans, Montserrat, Oswald, Playfair Display, Roboto Mono, Bebas Neue and Noto Sans, in regular and bold where they exist.',
  ),
  'fonts.upload.formats': rule(
    'decisions 9',
    'An upload is TTF, OTF, WOFF, WOFF2 or the first face of a TTC.',
  ),
  'fonts.upload.size': rule('decisions 9', 'A font is at most 10 MB.'),
  'fonts.upload.one-file': rule('decisions 9', 'An upload contains exactly one file.'),
  'fonts.upload.refused': rule(
    'decisions 9',
    'A font that fails to load or render is 400 with the reason under file, within 4 s, without effect on other requests.',
  ),
  'fonts.upload.tables': rule('decisions 12.21', 'A font without a table that rendering needs is 400.'),
  'fonts.upload.drawn': rule(
    'interface What the service does',
    'A font is rendered once before it is saved.',
  ),
  'fonts.upload.again': rule('decisions 9', 'Uploading the same bytes again is 201 with the existing font.'),
  'fonts.from-url': rule('decisions 9', 'A font is fetched over http or https, without userinfo.'),
  'fonts.from-url.guarded': rule(
    'decisions 9',
    'Fonts are fetched only from global unicast addresses; a refused address is 400 without details of the network.',
  ),
  'fonts.from-url.limits': rule(
    'decisions 9',
    'A fetch follows at most 3 redirects, reads at most 10 MB, and ignores the content type.',
  ),
  'fonts.delete': rule(
    'decisions 9',
    'Deleting a custom font is 204; a built-in, foreign or unknown font is 404.',
  ),
  'fonts.symbol-map': rule(
    'decisions 9',
    'A font whose only character map is that of symbols (U+F000 to U+F0FF) is accepted and draws the letters of that map.',
  ),
};
