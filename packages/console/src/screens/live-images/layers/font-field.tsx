import type { JSX } from 'preact';
import { AddedFileField } from '../../../components/designer/fields/added-file-field.tsx';
import { fontChoices } from '../../../components/designer/fields/choices.ts';
import { FONTS } from '../../../components/files/file-drop.tsx';
import { useSession } from '../../../session/session.ts';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import type { LiveForm } from '../draft/live-form.ts';

const texts = liveImagesTexts.text;

interface FontFieldProps {
  readonly form: LiveForm;
  readonly value: number;
  readonly problem: string | null;
  readonly onValue: (fontId: number) => void;
}

/** A font of the account or a built-in one, or one that is added here. */
export function FontField({ form, value, problem, onValue }: FontFieldProps): JSX.Element {
  const { client } = useSession();
  return (
    <AddedFileField
      label={texts.font}
      value={String(value)}
      choices={fontChoices(form.fonts, value)}
      problem={problem}
      accept={FONTS}
      addLabel={texts.addFont}
      add={async (file, signal) => {
        const font = await client.fonts.upload(file, { signal, fileName: file.name });
        form.addFont(font);
        return String(font.id);
      }}
      onValue={(id) => onValue(Number(id))}
    />
  );
}
