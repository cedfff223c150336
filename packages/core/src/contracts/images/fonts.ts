import { z } from 'zod';
import { URL_MAX } from '../../ground/limits.ts';
import { body, query } from '../ground/contract.ts';
import { choice, Timestamp } from '../ground/shared.ts';
import { uploadedFile } from './uploads.ts';

const SCOPES = ['all', 'builtin', 'custom'] as const;

export const FontSummary = z
  .object({
    id: z.int32().meta({ description: '1 to 999 for built-in fonts, from 1000 for custom ones.' }),
    family: z.string(),
    style: z.string(),
    fullName: z.string(),
    weight: z.int().meta({ description: '1 to 1000, as in CSS.' }),
    italic: z.boolean(),
    format: z.enum(['ttf', 'otf', 'woff', 'woff2', 'ttc']),
    scope: z.enum(['builtin', 'custom']),
    variable: z.boolean(),
    glyphCount: z.int(),
    hasDigits: z.boolean().meta({ description: 'Whether the font has all digits, which timers need.' }),
    bytes: z.int(),
    previewUrl: z.string().meta({
      format: 'uri',
      description: 'A sample of the font as WebP. The URL is short-lived and needs no key.',
    }),
    date_created: Timestamp.nullable().meta({ description: 'Null for a built-in font.' }),
  })
  .meta({ id: 'FontSummary' });
export type FontSummary = z.output<typeof FontSummary>;

/** A bare array (docs/rules.md#font). */
export const FontList = z.array(FontSummary).meta({ id: 'FontList' });

export const ListFontsQuery = query({
  scope: choice(SCOPES).meta({ description: 'Default: all.' }),
});
export type ListFontsQuery = z.input<typeof ListFontsQuery>;

export const UploadFontRequest = body({
  file: uploadedFile.meta({
    description: 'TTF, OTF, WOFF, WOFF2, or the first face of a TTC; at most 10 MB.',
  }),
}).meta({ id: 'UploadFontRequest' });
export type UploadFontRequest = z.input<typeof UploadFontRequest>;

export const AddFontRequest = body({
  url: z
    .string('Expected a URL.')
    // The length comes first: the time to parse a host name grows with the square of its length.
    .max(URL_MAX, { error: `Expected at most ${URL_MAX} characters.`, abort: true })
    .refine(isHttpUrl, 'Expected an absolute http or https URL without user name and password.')
    .meta({ format: 'uri', description: 'The URL of the font file, not of a style sheet.' }),
}).meta({ id: 'AddFontRequest' });
export type AddFontRequest = z.input<typeof AddFontRequest>;

function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
