import type { JSX } from 'preact';
import { reachOf } from '../../../../core/src/ground/network/reach.ts';
import { linkTexts } from '../../texts/en/access/reach.ts';
import { WarningNote } from './reach-note.tsx';

/** The names of RFC 2606, which belong to nobody. */
const EXAMPLE_NAME = /(?:^|\.)(?:example(?:\.(?:com|org|net))?|invalid|test)$/;
/** The host stands in the text itself, not in a value. */
const WHOLE_HOST = /^https?:\/\/[^/?#{}]+(?=[/?#]|$)/i;

/** Returns a sentence about a link that leads readers to no page of the sender. Null: it may lead to one. */
export function linkWarning(link: string): string | null {
  const url = URL.parse(WHOLE_HOST.exec(link.trim())?.[0] ?? '');
  if (url === null) return null;
  if (EXAMPLE_NAME.test(url.hostname)) return linkTexts.example(url.host);
  return reachOf(url.href) === 'everybody' ? null : linkTexts.local(url.host);
}

/** Says beside links, or HTML with them, that they lead readers nowhere. */
export function LinkNote({ links }: { readonly links: readonly (string | null)[] }): JSX.Element {
  const warnings = new Set(links.flatMap((link) => linkWarning(link ?? '') ?? []));
  return (
    <>
      {[...warnings].map((warning) => (
        <WarningNote key={warning}>{warning}</WarningNote>
      ))}
    </>
  );
}
