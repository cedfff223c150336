import type { ImageSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { SelectField } from '../../components/field.tsx';
import { timersTexts } from '../../texts/en/timers.ts';

interface ImageFieldProps {
  readonly images: readonly ImageSummary[];
  readonly value: number | null;
  readonly onValue: (imageId: number | null) => void;
  readonly problem: string | null;
}

/** A picture of the account, or none. */
export function ImageField({ images, value, onValue, problem }: ImageFieldProps): JSX.Element {
  const known = images.map(({ id, name }) => ({ value: String(id), label: name }));
  const isKnown = value === null || images.some(({ id }) => id === value);
  const choices = [
    { value: '', label: timersTexts.designer.noPicture },
    ...(isKnown ? [] : [{ value: String(value), label: `#${value}` }]),
    ...known,
  ];
  return (
    <SelectField
      label={timersTexts.designer.picture}
      value={value === null ? '' : String(value)}
      choices={choices}
      problem={problem}
      onValue={(id) => onValue(id === '' ? null : Number(id))}
    />
  );
}
