import type { JSX } from 'preact';
import { reachOf } from '../../../../core/src/ground/network/reach.ts';
import { reachTexts } from '../../texts/en/access/reach.ts';
import { Icon } from '../icon.tsx';

/** Returns a sentence about an address that not everybody can reach. Null: everybody can. */
export function reachWarning(url: string): string | null {
  const reach = reachOf(url);
  return reach === 'everybody' ? null : reachTexts[reach](new URL(url).host);
}

/** Says beside a URL, or HTML with it, that not everybody can reach it. */
export function ReachNote({ url }: { readonly url: string }): JSX.Element | null {
  const warning = reachWarning(url);
  return warning === null ? null : <WarningNote>{warning}</WarningNote>;
}

/** A warning about an address. */
export function WarningNote({ children }: { readonly children: string }): JSX.Element {
  return (
    <p class="note warn">
      <Icon name="alert" />
      <span>{children}</span>
    </p>
  );
}
