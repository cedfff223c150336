import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { FONT_FILE_MAX, type Principal, type Vitrine, VitrineError } from '@vitrine/core';
import type { FontSummary } from '@vitrine/core/contracts';
import type { AccountFlags } from '../database/database.ts';
import { withMedia } from '../database/with-media.ts';
import { findFont } from '../lists/named-resources.ts';
import { type ListFlags, printList } from '../lists/print-list.ts';
import type { Column } from '../lists/table.ts';
import { fileError } from '../terminal/command-error.ts';
import { type ConfirmFlags, confirmLoss } from '../terminal/confirm.ts';
import { formatCount, printLine, type Terminal } from '../terminal/terminal.ts';

export interface ListFontsFlags extends AccountFlags, ListFlags {
  readonly scope?: 'all' | 'builtin' | 'custom';
}

/** Runs `vitrine fonts list`: prints built-in fonts, then custom ones, oldest first. */
export function listFonts(terminal: Terminal, flags: ListFontsFlags): Promise<void> {
  // Only the media know the built-in fonts.
  return withMedia(terminal, flags, async (vitrine, principal) => {
    const fonts = await vitrine.fonts.list(
      principal,
      flags.scope === undefined ? {} : { scope: flags.scope },
    );
    await printList(terminal, flags, FONT_COLUMNS, [fonts.slice(0, flags.limit)]);
  });
}

const FONT_COLUMNS: readonly Column<FontSummary>[] = [
  { header: 'ID', cell: ({ id }) => id, whole: true },
  { header: 'SCOPE', cell: ({ scope }) => scope },
  { header: 'WEIGHT', cell: ({ weight }) => weight },
  { header: 'STYLE', cell: ({ style }) => style },
  { header: 'FORMAT', cell: ({ format }) => format },
  { header: 'GLYPHS', cell: ({ glyphCount }) => formatCount(glyphCount), align: 'right' },
  { header: 'BYTES', cell: ({ bytes }) => formatCount(bytes), align: 'right' },
  { header: 'DIGITS', cell: ({ hasDigits }) => (hasDigits ? 'yes' : 'no') },
  { header: 'NAME', cell: ({ fullName }) => fullName },
];

/** Runs `vitrine fonts add`: adds a font from a file or from an http URL. The same bytes again return the existing font. */
export function addFont(
  terminal: Terminal,
  source: string,
  flags: AccountFlags & { readonly json?: boolean },
): Promise<void> {
  return withMedia(terminal, flags, async (vitrine, principal) => {
    const font = await add(vitrine, principal, source);
    if (flags.json === true) printLine(terminal.stdout, JSON.stringify(font));
    else printLine(terminal.stdout, `font ${font.id}  ${font.fullName}`);
  });
}

async function add(vitrine: Vitrine, principal: Principal, source: string): Promise<FontSummary> {
  if (/^https?:\/\//i.test(source)) return vitrine.fonts.addFromUrl(principal, { url: source });
  const file = { bytes: await readFont(source), name: basename(source) };
  return vitrine.fonts.upload(principal, { file });
}

async function readFont(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > FONT_FILE_MAX) throw new VitrineError('payload_too_large', 'A font may have at most 10 MB.');
    return await readFile(path);
  } catch (error) {
    throw error instanceof VitrineError ? error : fileError('read', path, error);
  }
}

/** Runs `vitrine fonts delete`: deletes a custom font. It can't be restored; timers that use it keep it. */
export function deleteFont(
  terminal: Terminal,
  given: string,
  flags: AccountFlags & ConfirmFlags,
): Promise<void> {
  return withMedia(terminal, flags, async (vitrine, principal) => {
    const { id, fullName, bytes } = await findFont({ vitrine, principal }, given);
    const loss = `This deletes font ${id} ${JSON.stringify(fullName)} of ${formatCount(bytes)} bytes permanently.`;
    await confirmLoss(terminal, `${loss} Saved timers that use it keep it.`, flags);
    await vitrine.fonts.delete(principal, id);
    printLine(terminal.stdout, `deleted  ${id}`);
  });
}
