import { FONT_FILE_MAX } from '@vitrine/core';
import {
  AddFontRequest,
  FontList,
  FontSummary,
  ListFontsQuery,
  UploadFontRequest,
} from '@vitrine/core/contracts';
import { type KeyedRoute, route } from '../../call/route.ts';
import { json, noContent } from '../../response/reply.ts';

const tag = 'Fonts';
const keys = ['account'] as const;
const added = { description: 'The new font, or the existing one with the same bytes.', schema: FontSummary };

export const fontRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'ListFonts',
    method: 'GET',
    path: '/v2/fonts',
    keys,
    tag,
    summary: 'List fonts: built-in ones, then custom ones, oldest first',
    query: ListFontsQuery,
    responses: { 200: { description: 'All fonts of the scope.', schema: FontList } },
    handle: async ({ vitrine, principal, query }) => json(await vitrine.fonts.list(principal, query())),
  }),
  route({
    operation: 'UploadFont',
    method: 'POST',
    path: '/v2/fonts',
    keys,
    tag,
    summary: 'Upload a font file',
    description: 'The font is validated and rendered once before it is saved.',
    body: UploadFontRequest,
    form: { fileMax: FONT_FILE_MAX, fileMaxName: '10 MB' },
    responses: { 201: added },
    handle: async ({ vitrine, principal, body, signal }) =>
      json(await vitrine.fonts.upload(principal, await body(), { signal }), 201),
  }),
  route({
    operation: 'AddFontFromUrl',
    method: 'POST',
    path: '/v2/fonts/from-url',
    keys,
    tag,
    summary: 'Add a font from a URL',
    description: 'The file is fetched once and stored. URLs with non-public addresses are refused.',
    body: AddFontRequest,
    requiresBody: true,
    responses: { 201: added },
    handle: async ({ vitrine, principal, body, signal }) =>
      json(await vitrine.fonts.addFromUrl(principal, await body(), { signal }), 201),
  }),
  route({
    operation: 'DeleteFont',
    audit: 'font.deleted',
    method: 'DELETE',
    path: '/v2/fonts/:id',
    keys,
    tag,
    summary: 'Delete a custom font',
    description: 'Timers that use the font keep it.',
    params: { id: 'The id of the font, an int32.' },
    responses: { 204: { description: 'Deleted.' }, 404: { description: 'No such custom font.' } },
    handle: async ({ vitrine, principal, param }) => {
      await vitrine.fonts.delete(principal, param('id'));
      return noContent();
    },
  }),
];
