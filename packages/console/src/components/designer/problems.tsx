import { VitrineError } from '@vitrine/client';
import type { JSX } from 'preact';
import { messageOf } from '../../session/describe-error.ts';
import { designerTexts } from '../../texts/en/images/designer.ts';
import { Icon } from '../icon.tsx';

/** Returns what the server says about a member of the design, or null. */
export function problemAt(problem: unknown, path: string): string | null {
  if (!(problem instanceof VitrineError)) return null;
  const found = Object.entries(problem.errors).find(([at]) => at === `changes.${path}`);
  return found === undefined ? null : found[1].join(' ');
}

/** Why the last changes of the design were not applied. Null: they were. */
export function NotApplied({ problem }: { readonly problem: unknown }): JSX.Element | null {
  if (problem === null) return null;
  return (
    <p class="note bad" role="alert">
      <Icon name="alert" />
      <span>
        {designerTexts.notApplied} {messageOf(problem)}
      </span>
    </p>
  );
}
