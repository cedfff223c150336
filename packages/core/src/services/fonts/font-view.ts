import type { FontSummary } from '../../contracts/images/fonts.ts';
import type { BuiltinFont } from '../../media/media.ts';
import type { TokenScope } from '../../ports/path-token.ts';
import type { FontFacts, FontRow } from '../../storage/images/fonts.ts';
import type { ServiceContext } from '../calls/context.ts';

type ViewContext = Pick<ServiceContext, 'baseUrl' | 'clock' | 'tokens'>;

/** The first id of custom fonts. Built-in fonts have lower ids (docs/rules.md#font). */
export const CUSTOM_FONTS_FROM = 1_000;

/** Returns the scope of a preview token. The token also contains the account, which is empty for built-in fonts. */
export function fontPreviewScope(id: number): TokenScope {
  return [id];
}

export function showBuiltinFont(context: ViewContext, { id, facts }: BuiltinFont): FontSummary {
  return {
    id,
    ...showFacts(facts),
    scope: 'builtin',
    previewUrl: previewUrlOf(context, id, ''),
    date_created: null,
  };
}

export function showCustomFont(context: ViewContext, font: FontRow): FontSummary {
  return {
    id: font.id,
    ...showFacts(font),
    scope: 'custom',
    previewUrl: previewUrlOf(context, font.id, font.accountId),
    date_created: new Date(font.createdAt).toISOString(),
  };
}

function showFacts(facts: FontFacts) {
  const { family, style, fullName, weight, italic, format, variable, glyphCount, hasDigits, bytes } = facts;
  return { family, style, fullName, weight, italic, format, variable, glyphCount, hasDigits, bytes };
}

function previewUrlOf({ baseUrl, clock, tokens }: ViewContext, id: number, accountId: string): string {
  const { token } = tokens.mint('font-preview', accountId, fontPreviewScope(id), clock());
  return `${baseUrl()}/font-previews/${token}/${id}`;
}
