import type { StoreProperty } from '@vitrine/client';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { TextArea, TextField } from '../../../components/field.tsx';
import { MenuButton, type MenuEntry } from '../../../components/overlays/menu.tsx';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import type { LiveForm } from '../draft/live-form.ts';
import { insertionOf, type ValueChoice, valueChoices } from './value-choices.ts';

const texts = liveImagesTexts.template;

interface TemplateFieldProps {
  readonly form: LiveForm;
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly problem: string | null;
  readonly hint?: string;
  readonly isLong?: boolean;
  /** Whether values are inserted as they are, without a filter. */
  readonly isPlain?: boolean;
  /** The types of values that are offered. Default: all. */
  readonly types?: readonly StoreProperty['type'][];
  /** Whether a value replaces the entire text. */
  readonly isWhole?: boolean;
}

/** A text with values of the URL and of records in it, which a menu inserts. */
export function TemplateField(props: TemplateFieldProps): JSX.Element {
  const {
    form,
    label,
    value,
    onValue,
    problem,
    hint,
    isLong = false,
    isPlain = false,
    isWhole = false,
  } = props;
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const choices = valueChoices(form.design, form.places).filter(
    ({ type, source }) => props.types === undefined || source === null || props.types.includes(type),
  );

  function insert(text: string): void {
    const { selectionStart, selectionEnd } = field.current ?? {};
    const from = isWhole ? 0 : (selectionStart ?? value.length);
    const to = isWhole ? value.length : (selectionEnd ?? value.length);
    onValue(value.slice(0, from) + text + value.slice(to));
    field.current?.focus();
  }

  const items = entriesOf(choices, isPlain || isWhole, insert);
  const shared = { label, value, problem, hint, onValue, inputRef: field };
  return (
    <div class="template-field">
      {isLong ? <TextArea {...shared} rows={3} /> : <TextField {...shared} />}
      {items.length > 0 && (
        <MenuButton
          size="small"
          kind="quiet"
          icon="braces"
          align="end"
          label={texts.insertInto(label)}
          items={items}
        >
          {texts.insert} <span class="unseen">{texts.into(label)}</span>
        </MenuButton>
      )}
    </div>
  );
}

function entriesOf(
  choices: readonly ValueChoice[],
  isPlain: boolean,
  insert: (text: string) => void,
): readonly MenuEntry[] {
  const groups = Map.groupBy(choices, ({ source }) => source);
  return [...groups].flatMap(([source, values]): MenuEntry[] => [
    source ?? texts.variables,
    ...values.flatMap((choice): MenuEntry[] => [
      { label: choice.name, onSelect: () => insert(insertionOf(choice, isPlain)) },
      ...(choice.type === 'number' && !isPlain
        ? [
            {
              label: texts.asMoney(choice.name),
              onSelect: () => insert(`{{ ${choice.expression} | money: "EUR" }}`),
            },
          ]
        : []),
    ]),
  ]);
}
