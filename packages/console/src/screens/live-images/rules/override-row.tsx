import type { LiveDesign } from '@vitrine/client';
import type { JSX } from 'preact';
import { IconButton } from '../../../components/button.tsx';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { selectPart } from '../draft/part.ts';
import { changesOfRule } from './rule-order.ts';
import { seeRule } from './seen-rule.ts';

const texts = liveImagesTexts.rule;

interface OverrideRowProps {
  readonly form: LiveForm;
  readonly rule: string;
  readonly layer: string;
}

/** What a rule does with a layer: nothing, hides it, or gives it other members, which are changed as those of the layer. */
export function OverrideRow({ form, rule, layer: name }: OverrideRowProps): JSX.Element {
  const override = form.design.rules[rule]?.layers[name];
  const state = stateOf(override);
  const set = (next: false | null) => form.change(changesOfRule(rule, { layers: { [name]: next } }));
  const isHidden = override === false;
  return (
    <div class="override">
      <span class="override-name">
        <span class="cut">{name}</span>
        <span class={state === texts.same ? 'faint cut' : 'soft cut'}>{state}</span>
      </span>
      <IconButton
        size="small"
        icon={isHidden ? 'eyeOff' : 'eye'}
        label={isHidden ? texts.show(name) : texts.hide(name)}
        onClick={() => set(isHidden ? null : false)}
      />
      <IconButton
        size="small"
        icon="edit"
        label={texts.edit(name)}
        onClick={() => {
          seeRule(rule);
          selectPart('layer', name);
        }}
      />
      <IconButton
        size="small"
        icon="undo"
        label={texts.reset(name)}
        aria-disabled={state === texts.same}
        onClick={() => set(null)}
      />
      {problemOf(form, rule, name)}
    </div>
  );
}

function stateOf(override: LiveDesign['rules'][string]['layers'][string] | undefined): string {
  if (override === false) return texts.hidden;
  const members = Object.keys(override ?? {}) as (keyof typeof texts.members)[];
  const changed = new Set(members.map((member) => texts.members[member] ?? member));
  return changed.size === 0 ? texts.same : [...changed].join(', ');
}

function problemOf(form: LiveForm, rule: string, layer: string): JSX.Element | null {
  const problem = form.problemOf(`rules.${rule}.layers.${layer}`);
  return problem === null ? null : (
    <p class="problem" role="alert">
      {problem}
    </p>
  );
}
