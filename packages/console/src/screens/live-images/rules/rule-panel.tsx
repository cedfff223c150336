import type { LiveCondition } from '@vitrine/client';
import type { JSX } from 'preact';
import { Button, IconButton } from '../../../components/button.tsx';
import { ImageField } from '../../../components/designer/fields/image-field.tsx';
import { FormSection } from '../../../components/designer/form-section.tsx';
import { Checkbox } from '../../../components/field.tsx';
import { MenuButton } from '../../../components/overlays/menu.tsx';
import { LinkNote } from '../../../components/pictures/link-note.tsx';
import { showToast } from '../../../components/toast.tsx';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import { TemplateField } from '../data/template-field.tsx';
import { type ValueChoice, valueChoices } from '../data/value-choices.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { NameField } from '../draft/name-field.tsx';
import { selectPart, selectRenamed } from '../draft/part.ts';
import { useAddedFocus } from '../draft/use-added-focus.ts';
import { layersFromTop } from '../layers/layer-order.ts';
import { partNameProblem } from '../names/named-parts.ts';
import { ConditionFields } from './condition-fields.tsx';
import { OverrideRow } from './override-row.tsx';
import { changesOfRule, moveRule, renameRule, rulesInOrder } from './rule-order.ts';
import { seenRule, seeRule } from './seen-rule.ts';

const texts = liveImagesTexts.rule;
const CONDITIONS_MAX = 10;
const WORK_DAYS = [1, 2, 3, 4, 5];

interface RulePanelProps {
  readonly form: LiveForm;
  readonly name: string;
}

/** When a rule matches, and what is different then. */
export function RulePanel({ form, name }: RulePanelProps): JSX.Element | null {
  const { design, change, problemOf, resolved } = form;
  const rule = design.rules[name];
  const noteAdded = useAddedFocus(rule?.when.length ?? 0);
  if (rule === undefined) return null;
  const set = (members: object) => {
    // A file may have been on its way while the rule was removed.
    if (form.latest().rules[name] === undefined) showToast(texts.gone(name), { isBad: true });
    else change(changesOfRule(name, members));
  };
  const at = (member: string) => problemOf(`rules.${name}.${member}`);
  const names = rulesInOrder(design.rules);
  const { when } = rule;
  const isSeen = seenRule(design) === name;
  const add = (condition: LiveCondition) => {
    noteAdded();
    set({ when: [...when, condition] });
  };
  const first = proposedOf(valueChoices(design, form.places));
  const move = (step: -1 | 1) => {
    const changes = moveRule(design.rules, name, step);
    if (changes !== null) change(changes);
  };
  const [variable] = Object.keys(design.variables);
  return (
    <>
      <FormSection title={texts.title} isOpen>
        <NameField
          label={texts.name}
          value={name}
          problemOf={(next) => partNameProblem(form.named().rules, next, texts)}
          onRename={(next) => {
            form.rename(renameRule, name, next);
            if (isSeen) seeRule(next);
            selectRenamed('rule', name, next);
          }}
        />
        <div class="rule-line">
          <span class={resolved?.rule === name ? 'badge good' : 'badge'}>
            {resolved?.rule === name ? texts.matches : texts.matchesNot}
          </span>
          <span class="faint">{texts.place(names.indexOf(name) + 1, names.length)}</span>
          <IconButton
            size="small"
            icon="sortUp"
            label={texts.earlier}
            disabled={names[0] === name}
            onClick={() => move(-1)}
          />
          <IconButton
            size="small"
            icon="sortDown"
            label={texts.later}
            disabled={names.at(-1) === name}
            onClick={() => move(1)}
          />
        </div>
        <Checkbox
          isSwitch
          label={texts.see}
          checked={isSeen}
          onValue={(isOn) => seeRule(isOn ? name : null)}
        />
        <p class="faint">{texts.seeHint}</p>
      </FormSection>
      <FormSection title={texts.when} isOpen>
        {when.length === 0 && <p class="faint">{texts.always}</p>}
        {when.map((condition, index) => (
          <ConditionFields
            key={index}
            form={form}
            condition={condition}
            problem={conditionProblem(problemOf, `rules.${name}.when[${index}]`)}
            onChange={(next) => set({ when: when.map((one, other) => (other === index ? next : one)) })}
            onRemove={() => set({ when: when.filter((_, other) => other !== index) })}
          />
        ))}
        <MenuButton
          size="small"
          icon="add"
          label={texts.addCondition}
          items={[
            {
              label: texts.conditions.value,
              isDisabled: first === undefined,
              onSelect: () => first !== undefined && add(startOf(first)),
            },
            {
              label: texts.conditions.period,
              onSelect: () => add({ after: new Date().toISOString().slice(0, 10) }),
            },
            {
              label: texts.conditions.weekdays,
              onSelect: () => add({ weekdays: WORK_DAYS, from: '09:00', to: '17:00' }),
            },
            { label: texts.conditions.client, onSelect: () => add({ client: ['apple-privacy'] }) },
            {
              label: texts.conditions.percent,
              isDisabled: variable === undefined,
              onSelect: () => variable !== undefined && add({ percent: 50, by: variable }),
            },
          ].map((item) => ({
            ...item,
            isDisabled: item.isDisabled === true || when.length >= CONDITIONS_MAX,
          }))}
        />
      </FormSection>
      <FormSection title={texts.effects} isOpen>
        <TemplateField
          form={form}
          label={texts.link}
          hint={texts.linkHint}
          value={rule.link ?? ''}
          problem={at('link')}
          isPlain
          onValue={(link) => set({ link: link === '' ? null : link })}
        />
        <LinkNote links={[rule.link]} />
        <ImageField
          form={form}
          label={texts.picture}
          value={rule.imageId}
          problem={at('imageId')}
          onValue={(imageId) => set({ imageId })}
        />
        {rule.imageId === null && <h3>{liveImagesTexts.layers.title}</h3>}
        {rule.imageId === null &&
          layersFromTop(design.layers).map((layer) => (
            <OverrideRow key={layer} form={form} rule={name} layer={layer} />
          ))}
      </FormSection>
      <Button
        size="small"
        icon="trash"
        onClick={() => {
          selectPart(null);
          change(changesOfRule(name, null));
        }}
      >
        {texts.remove}
      </Button>
    </>
  );
}

const MEMBERS = [
  '',
  '.field',
  '.op',
  '.value',
  '.after',
  '.before',
  '.weekdays',
  '.from',
  '.to',
  '.client',
  '.percent',
  '.by',
];

function conditionProblem(problemOf: LiveForm['problemOf'], path: string): string | null {
  return MEMBERS.map((member) => problemOf(path + member)).find((found) => found !== null) ?? null;
}

/** Returns the value that a condition begins with: a stock, else a number, else a property. */
function proposedOf(choices: readonly ValueChoice[]): ValueChoice | undefined {
  const numbers = choices.filter(({ type }) => type === 'number');
  const stock = numbers.find(({ name }) => /stock|quantity|qty/i.test(name));
  return stock ?? numbers[0] ?? choices.find(({ source }) => source !== null) ?? choices[0];
}

/** Returns the condition that a value begins with. */
function startOf({ name, type }: ValueChoice): LiveCondition {
  return type === 'number' ? { field: name, op: 'lte', value: 0 } : { field: name, op: 'notEmpty' };
}
