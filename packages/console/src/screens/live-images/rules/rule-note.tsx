import type { JSX } from 'preact';
import { Icon } from '../../../components/icon.tsx';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { seeRule } from './seen-rule.ts';

const texts = liveImagesTexts.ruleNote;

interface RuleNoteProps {
  readonly form: LiveForm;
  /** The rule that is seen as if it matched. */
  readonly rule: string | null;
}

/** Says that the layers that are seen are those of a rule, whether a change concerns the rule, and how to change that. */
export function RuleNote({ form: { design, resolved }, rule }: RuleNoteProps): JSX.Element | null {
  const matching = resolved?.rule ?? null;
  const decides = rule === null && matching !== null ? design.rules[matching] : undefined;
  const isOther = decides !== undefined && (decides.imageId !== null || hasMembers(decides.layers));
  if (rule === null && !isOther) return null;
  return (
    <p class="note rule-note">
      <Icon name="bolt" />
      <span>
        {rule !== null ? texts.seen(rule) : texts.decides(matching ?? '')}{' '}
        <button type="button" class="plain-link" onClick={() => seeRule(rule === null ? matching : null)}>
          {rule !== null ? texts.leave : texts.enter}
        </button>
      </span>
    </p>
  );
}

function hasMembers(parts: object): boolean {
  return Object.keys(parts).length > 0;
}
