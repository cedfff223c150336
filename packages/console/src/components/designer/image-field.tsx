import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { messageOf } from '../../session/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { designerTexts as texts } from '../../texts/en/designer.ts';
import { Button } from '../button.tsx';
import { SelectField } from '../field.tsx';
import { PICTURES } from '../file-drop.tsx';
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

/** A picture of the account, one that is added here by choice or by drop, or none. */
export function ImageField({
  form,
  label = texts.picture,
  value,
  onValue,
  problem,
}: ImageFieldProps): JSX.Element {
  const { client } = useSession();
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const aborting = useMemo(() => new AbortController(), []);
  useEffect(() => () => aborting.abort(), [aborting]);
  const { images } = form;
  const isKnown = value === null || images.some(({ id }) => id === value);
  const choices = [
    { value: '', label: texts.noPicture },
    ...(isKnown ? [] : [{ value: String(value), label: `#${value}` }]),
    ...images.map(({ id, name }) => ({ value: String(id), label: name })),
  ];

  async function add(file: File | undefined): Promise<void> {
    if (file === undefined || isSending) return;
    setSending(true);
    setRefusal(null);
    const { signal } = aborting;
    try {
      const image = await client.images.add(file, { signal, timeout: UPLOAD_MS });
      form.addImage(image);
      onValue(image.id);
    } catch (error) {
      if (!signal.aborted) setRefusal(messageOf(error));
    }
    setSending(false);
  }

  return (
    <div
      class="image-field"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void add(event.dataTransfer?.files[0]);
      }}
    >
      <SelectField
        label={label}
        value={value === null ? '' : String(value)}
        choices={choices}
        problem={refusal ?? problem}
        onValue={(id) => {
          setRefusal(null);
          onValue(id === '' ? null : Number(id));
        }}
      />
      <Button icon="upload" busy={isSending} onClick={() => input.current?.click()}>
        {texts.addPicture}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={PICTURES}
        onChange={(event) => {
          void add(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
