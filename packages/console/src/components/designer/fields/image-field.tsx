import type { JSX } from 'preact';
import { useSession } from '../../../session/session.ts';
import { designerTexts as texts } from '../../../texts/en/images/designer.ts';
import { PICTURES } from '../../files/file-drop.tsx';
import { AddedFileField } from './added-file-field.tsx';
import type { ImageChoices } from './image-choices.ts';

interface ImageFieldProps {
  readonly form: ImageChoices;
  /** Default: Picture. */
  readonly label?: string;
  readonly value: number | null;
  readonly onValue: (imageId: number | null) => void;
  readonly problem: string | null;
}

/** Large pictures need time on the way. */
const UPLOAD_MS = 10 * 60_000;

/** A picture of the account, one that is added here, or none. */
export function ImageField({
  form,
  label = texts.picture,
  value,
  onValue,
  problem,
}: ImageFieldProps): JSX.Element {
  const { client } = useSession();
  const { images } = form;
  const isKnown = value === null || images.some(({ id }) => id === value);
  return (
    <AddedFileField
      label={label}
      value={value === null ? '' : String(value)}
      choices={[
        { value: '', label: texts.noPicture },
        ...(isKnown ? [] : [{ value: String(value), label: `#${value}` }]),
        ...images.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      problem={problem}
      accept={PICTURES}
      addLabel={texts.addPicture}
      add={async (file, signal) => {
        const image = await client.images.add(file, { signal, timeout: UPLOAD_MS });
        form.addImage(image);
        return String(image.id);
      }}
      onValue={(id) => onValue(id === '' ? null : Number(id))}
    />
  );
}
