import type { JSX } from 'preact';
import { useTypedText } from '../../../components/designer/fields/use-typed-text.ts';
import { TextField } from '../../../components/field.tsx';
import type { PropertyType } from '../../../records/value-types.ts';
import { filterTexts } from '../../../texts/en/stores/filters.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { readCompared, textOfCompared } from './compared-value.ts';
import { TemplateField } from './template-field.tsx';

const { misfits } = filterTexts;

interface ComparedFieldProps {
  /** Null: the value has no tags. */
  readonly form: LiveForm | null;
  readonly label: string;
  readonly value: unknown;
  readonly op: string;
  readonly type: PropertyType;
  readonly problem: string | null;
  readonly onValue: (value: unknown) => void;
}

/** What a condition or a filter compares with. It keeps what is typed; a text that can't be read does not leave it. */
export function ComparedField(props: ComparedFieldProps): JSX.Element {
  const { form, label, value, op, type, problem, onValue } = props;
  const read = (typed: string) => readCompared(typed, op, type);
  const [text, setText] = useTypedText(value, textOfCompared, read);
  const shared = {
    label,
    value: text,
    problem: read(text) === undefined ? misfitOf(text, type) : problem,
    onValue(typed: string) {
      setText(typed);
      const next = read(typed);
      if (next !== undefined) onValue(next);
    },
  };
  return form === null ? <TextField {...shared} /> : <TemplateField {...shared} form={form} isPlain />;
}

function misfitOf(text: string, type: PropertyType): string {
  if (text.trim() === '') return misfits.missing;
  return type === 'number' ? misfits.number : type === 'boolean' ? misfits.boolean : misfits.date;
}
