import type { LiveCondition } from '@vitrine/client';
import type { JSX } from 'preact';
import { IconButton } from '../../../components/button.tsx';
import { NumberField } from '../../../components/designer/fields/number-field.tsx';
import { Checkbox, SelectField, TextField } from '../../../components/field.tsx';
import { needsValue } from '../../../records/filter-rules.ts';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import { filterTexts } from '../../../texts/en/stores/filters.ts';
import { valueTexts } from '../../../texts/en/stores/values.ts';
import { ComparedField } from '../data/compared-field.tsx';
import { comparedWith, liveOperators } from '../data/compared-value.ts';
import { type ValueChoice, valueChoices } from '../data/value-choices.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { MomentField } from './moment-field.tsx';

const texts = liveImagesTexts.rule;
type Client = NonNullable<LiveCondition['client']>[number];
const CLIENTS = Object.keys(liveImagesTexts.seeAs.clients) as Client[];

interface ConditionFieldsProps {
  readonly form: LiveForm;
  readonly condition: LiveCondition;
  readonly problem: string | null;
  readonly onChange: (condition: LiveCondition) => void;
  readonly onRemove: () => void;
}

/** One condition of a rule. Its members tell which kind it is. */
export function ConditionFields(props: ConditionFieldsProps): JSX.Element {
  const { condition, problem, onRemove } = props;
  return (
    <fieldset class="condition">
      <legend class="unseen">{texts.condition}</legend>
      <div class="condition-fields">
        {condition.field !== undefined ? (
          <ValueFields {...props} />
        ) : condition.weekdays !== undefined ? (
          <WeekdayFields {...props} />
        ) : condition.client !== undefined ? (
          <ClientFields {...props} />
        ) : condition.percent !== undefined ? (
          <PercentFields {...props} />
        ) : (
          <PeriodFields {...props} />
        )}
        {problem !== null && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
      </div>
      <IconButton size="small" icon="close" label={texts.removeCondition} onClick={onRemove} />
    </fieldset>
  );
}

function ValueFields({ form, condition, onChange }: ConditionFieldsProps): JSX.Element {
  const { field = '', op = '', value } = condition;
  const choices = valueChoices(form.design, form.places);
  const chosen = choices.find(({ name }) => name === field);
  const isVariable = chosen?.source === null;
  const type = chosen?.type ?? 'string';
  // A variable is compared as a number by these operators.
  const typeFor = (one: string) => (isVariable && NUMERIC.includes(one) ? 'number' : type);
  const own = operatorsOf(chosen);
  const operators = [...new Set([...own, 'empty', 'notEmpty'])];
  const known = choices.some(({ name }) => name === field) ? choices : [{ name: field }, ...choices];
  return (
    <>
      <SelectField
        label={texts.value}
        value={field}
        choices={known.map(({ name }) => ({ value: name, label: name }))}
        onValue={(next) => {
          const found = choices.find(({ name }) => name === next);
          const isSame = found?.type === type && operatorsOf(found).includes(op);
          onChange(isSame ? { ...condition, field: next } : { field: next, op: 'notEmpty' });
        }}
      />
      <SelectField
        label={texts.operator}
        value={op}
        choices={operators.map((one) => ({ value: one, label: filterTexts.operators[one] ?? one }))}
        onValue={(next) => onChange({ field, op: next, ...comparedWith(value, next, typeFor(next)) })}
      />
      {needsValue(op) && type === 'boolean' ? (
        <SelectField
          label={texts.compared}
          value={String(value)}
          choices={[
            { value: 'true', label: valueTexts.yes },
            { value: 'false', label: valueTexts.no },
          ]}
          onValue={(next) => onChange({ ...condition, value: next === 'true' })}
        />
      ) : (
        needsValue(op) && (
          <ComparedField
            form={null}
            label={texts.compared}
            value={value}
            op={op}
            type={typeFor(op)}
            problem={null}
            onValue={(next) => onChange({ ...condition, value: next })}
          />
        )
      )}
    </>
  );
}

const NUMERIC = ['gt', 'gte', 'lt', 'lte'];

/** A variable has the operators of texts and of numbers. */
function operatorsOf(choice: ValueChoice | undefined): readonly string[] {
  const own = liveOperators(choice?.type ?? 'string');
  return choice?.source === null ? [...own, ...NUMERIC] : own;
}

function PeriodFields({ form, condition, onChange }: ConditionFieldsProps): JSX.Element {
  const { timeZone } = form.design;
  return (
    <>
      {(['after', 'before'] as const).map((member) => (
        <MomentField
          key={member}
          label={texts.period[member]}
          value={condition[member]}
          timeZone={timeZone}
          onValue={(moment) => {
            const { [member]: _, ...rest } = condition;
            onChange(moment === undefined ? rest : { ...rest, [member]: moment });
          }}
        />
      ))}
    </>
  );
}

function WeekdayFields({ condition, onChange }: ConditionFieldsProps): JSX.Element {
  const { weekdays = [], from = '00:00', to } = condition;
  return (
    <>
      <div class="condition-days">
        {texts.weekdays.map((label, index) => {
          const day = index + 1;
          const isOn = weekdays.includes(day);
          return (
            <Checkbox
              key={day}
              label={label}
              checked={isOn}
              disabled={isOn && weekdays.length === 1}
              onValue={(next) =>
                onChange({
                  ...condition,
                  weekdays: next
                    ? [...weekdays, day].sort((a, b) => a - b)
                    : weekdays.filter((one) => one !== day),
                })
              }
            />
          );
        })}
      </div>
      <TextField
        label={texts.from}
        type="time"
        value={from}
        onValue={(text) => text !== '' && onChange({ ...condition, from: text.slice(0, 5) })}
      />
      <TextField
        label={texts.to}
        type="time"
        value={to ?? ''}
        onValue={(text) => {
          const { to: _, ...rest } = condition;
          onChange(text === '' ? rest : { ...rest, to: text.slice(0, 5) });
        }}
      />
    </>
  );
}

function ClientFields({ condition, onChange }: ConditionFieldsProps): JSX.Element {
  const chosen = condition.client ?? [];
  return (
    <div class="condition-days">
      {CLIENTS.map((name) => {
        const isOn = chosen.includes(name);
        return (
          <Checkbox
            key={name}
            label={liveImagesTexts.seeAs.clients[name]}
            checked={isOn}
            disabled={isOn && chosen.length === 1}
            onValue={(next) =>
              onChange({ client: next ? [...chosen, name] : chosen.filter((one) => one !== name) })
            }
          />
        );
      })}
    </div>
  );
}

function PercentFields({ form, condition, onChange }: ConditionFieldsProps): JSX.Element {
  const names = Object.keys(form.design.variables);
  return (
    <>
      <NumberField
        label={texts.percent}
        value={condition.percent ?? 50}
        min={0}
        max={100}
        onValue={(percent) => onChange({ ...condition, percent })}
      />
      <SelectField
        label={texts.by}
        hint={texts.byHint}
        value={condition.by ?? ''}
        choices={names.map((name) => ({ value: name, label: name }))}
        onValue={(by) => onChange({ ...condition, by })}
      />
    </>
  );
}
