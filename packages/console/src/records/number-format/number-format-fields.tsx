import type { NumberFormat } from '@vitrine/client';
import type { JSX } from 'preact';
import { SelectField, TextField } from '../../components/field.tsx';
import { formatTexts as texts } from '../../texts/en/stores/formats.ts';
import { writeNumber } from './write-number.ts';

/** Decimals that are offered. */
const DECIMALS = [0, 1, 2, 3, 4, 5, 6, 8, 10] as const;
const AUTO = '';
const EXAMPLE = 1234.5;

/** A format while it is put together. The code of the currency may be half typed. */
export interface FormatDraft {
  readonly style: NumberFormat['style'] | 'none';
  readonly currency: string;
  readonly decimals: string;
}

export function draftOfFormat(format: NumberFormat | undefined): FormatDraft {
  return {
    style: format?.style ?? 'none',
    currency: format?.currency ?? texts.firstCurrency,
    decimals: String(format?.decimals ?? AUTO),
  };
}

/** Returns the format to send; null for none. */
export function formatOfDraft({ style, currency, decimals }: FormatDraft): NumberFormat | null {
  if (style === 'none') return null;
  return {
    style,
    ...(style === 'currency' ? { currency: currency.trim().toUpperCase() } : {}),
    ...(decimals === AUTO ? {} : { decimals: Number(decimals) }),
  };
}

interface NumberFormatFieldsProps {
  readonly draft: FormatDraft;
  readonly onDraft: (draft: FormatDraft) => void;
}

/** The fields of a format, with an example. */
export function NumberFormatFields({ draft, onDraft }: NumberFormatFieldsProps): JSX.Element {
  const format = formatOfDraft(draft);
  const isWhole = format?.currency === undefined || /^[A-Z]{3}$/.test(format.currency);
  return (
    <>
      <SelectField
        label={texts.style}
        value={draft.style}
        choices={(['none', 'plain', 'currency', 'percent'] as const).map((value) => ({
          value,
          label: texts.styles[value],
        }))}
        hint={draft.style === 'percent' ? texts.percentHint : undefined}
        onValue={(style) => onDraft({ ...draft, style })}
      />
      {draft.style === 'currency' && (
        <TextField
          label={texts.currency}
          maxLength={3}
          value={draft.currency}
          hint={texts.currencyHint}
          onValue={(currency) => onDraft({ ...draft, currency })}
        />
      )}
      {draft.style !== 'none' && (
        <SelectField
          label={texts.decimals}
          value={draft.decimals}
          choices={[
            { value: AUTO, label: texts.auto },
            ...DECIMALS.map((count) => ({ value: String(count), label: String(count) })),
          ]}
          onValue={(decimals) => onDraft({ ...draft, decimals })}
        />
      )}
      {isWhole && (
        <p class="faint" role="status">
          {texts.example(format === null ? String(EXAMPLE) : writeNumber(EXAMPLE, format))}
        </p>
      )}
    </>
  );
}
