import type { LiveImageHtmlRequest, LiveImageSummary } from '@vitrine/core/contracts';
import { type AccountFlags, withAccount } from '../database/database.ts';
import { withMedia } from '../database/with-media.ts';
import { findLiveImageId } from '../lists/named-resources.ts';
import { readPages } from '../lists/pages.ts';
import { printItem } from '../lists/print-item.ts';
import { type ListFlags, printList } from '../lists/print-list.ts';
import type { Column } from '../lists/table.ts';
import { CommandError, EXIT } from '../terminal/command-error.ts';
import { printLine, type Terminal } from '../terminal/terminal.ts';

interface JsonFlags extends AccountFlags {
  readonly json?: boolean;
}

export interface LiveShowFlags extends JsonFlags {
  readonly mergeTags?: NonNullable<LiveImageHtmlRequest['mergeTags']>;
}

export interface LiveValuesFlags extends JsonFlags {
  /** `name=value` each. */
  readonly value?: readonly string[] | undefined;
  readonly expiresAt?: string;
}

/** Runs `vitrine live list`. */
export function listLiveImages(terminal: Terminal, flags: AccountFlags & ListFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const pages = readPages((query) => vitrine.liveImages.list(principal, query), flags.limit);
    await printList(terminal, flags, COLUMNS, pages);
  });
}

const COLUMNS: readonly Column<LiveImageSummary>[] = [
  { header: 'ID', cell: ({ id }) => id, whole: true },
  { header: 'ACCESS', cell: ({ access }) => access },
  { header: 'VARIABLES', cell: ({ variables }) => variables.join(', ') },
  { header: 'NAME', cell: ({ name }) => name },
  { header: 'URL', cell: ({ productionUrl }) => productionUrl },
];

/** Runs `vitrine live show`. */
export function showLiveImage(terminal: Terminal, given: string, flags: LiveShowFlags): Promise<void> {
  return withMedia(terminal, flags, async (vitrine, principal) => {
    const id = await findLiveImageId({ vitrine, principal }, given);
    const { mergeTags } = flags;
    const plain = await vitrine.liveImages.get(principal, id);
    const { html } =
      mergeTags === undefined ? plain : await vitrine.liveImages.html(principal, id, { mergeTags });
    const image = { ...plain, html };
    printItem(terminal, flags, image, [
      ['id', image.id],
      ['name', image.name],
      ['access', image.access],
      ['variables', image.variables.join(', ')],
      ['url', image.productionUrl],
      ['click url', image.clickUrl],
      ['html', image.html],
      ...image.warnings.map((warning): [string, string] => ['warning', warning]),
    ]);
  });
}

/** Runs `vitrine live resolve`. Without values it takes the samples of the variables. */
export function resolveLiveImage(terminal: Terminal, given: string, flags: LiveValuesFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const id = await findLiveImageId({ vitrine, principal }, given);
    const variables = flags.value === undefined ? {} : { variables: readValues(flags.value) };
    const resolved = await vitrine.liveImages.resolve(principal, id, variables);
    printItem(terminal, flags, resolved, [
      ['rule', resolved.rule ?? ''],
      ...Object.entries(resolved.values).map(([name, { value, from }]): [string, string] => [
        name,
        `${value ?? ''} (${from})`,
      ]),
      ...Object.entries(resolved.texts).map(([name, text]): [string, string] => [`text ${name}`, text]),
      ['link', resolved.link ?? ''],
      ...resolved.warnings.map((warning): [string, string] => ['warning', warning]),
    ]);
  });
}

/** Runs `vitrine live url`. */
export function printLiveUrl(terminal: Terminal, given: string, flags: LiveValuesFlags): Promise<void> {
  return withAccount(terminal, flags, async (vitrine, principal) => {
    const id = await findLiveImageId({ vitrine, principal }, given);
    const { expiresAt } = flags;
    const { links } = await vitrine.liveImages.links(principal, id, {
      links: [{ variables: readValues(flags.value ?? []) }],
      ...(expiresAt === undefined ? {} : { expiresAt }),
    });
    for (const link of links) {
      const lines = flags.json === true ? [JSON.stringify(link)] : [link.url, link.clickUrl];
      for (const line of lines) printLine(terminal.stdout, line);
    }
  });
}

function readValues(values: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    values.map((text) => {
      const at = text.indexOf('=');
      if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
      throw new CommandError(EXIT.usage, `--value: Expected name=value, not ${JSON.stringify(text)}.`);
    }),
  );
}
