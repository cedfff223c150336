import type { JSX } from 'preact';
import { SelectField } from '../../../components/field.tsx';
import { importTexts as texts } from '../../../texts/en/stores/import.ts';
import { type ColumnPlan, hasRepeatedKey, keysOf, used } from '../file/column-plan.ts';

const NONE = '';
/** No column has this name in a mapping, because names have no control characters. */
const SEVERAL = '\u0000';

interface KeyFieldProps {
  readonly plans: readonly ColumnPlan[];
  /** Makes one column the key, or none. */
  readonly onKey: (key: string | null) => void;
}

/** Asks which column identifies a row: the one decision about a store that can't be changed later. */
export function KeyField({ plans, onKey }: KeyFieldProps): JSX.Element {
  const keys = keysOf(plans);
  const names = keys.map(({ property }) => property).join(texts.key.and);
  const [only] = keys;
  return (
    <SelectField
      class="import-key"
      label={texts.key.question}
      hint={[
        ...(hasRepeatedKey(keys) ? [texts.key.repeats] : []),
        names === '' ? texts.key.noneHint : texts.key.hint(names),
      ].join(' ')}
      value={keys.length > 1 ? SEVERAL : (only?.key ?? NONE)}
      choices={[
        { value: NONE, label: texts.key.none },
        ...(keys.length > 1 ? [{ value: SEVERAL, label: names }] : []),
        ...used(plans).map(({ key, property, inferred }) => ({
          value: key,
          label: inferred.distinct ? texts.key.distinct(property) : property,
        })),
      ]}
      onValue={(value) => value !== SEVERAL && onKey(value === NONE ? null : value)}
    />
  );
}
