import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf } from '../../../requests/describe-error.ts';
import { designerTexts } from '../../../texts/en/images/designer.ts';
import { Button } from '../../button.tsx';
import { type Choice, SelectField } from '../../field.tsx';
import { showToast } from '../../toast.tsx';
import { sendFile } from './files-under-way.ts';

interface AddedFileFieldProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onValue: (value: string) => void;
  readonly problem: string | null;
  /** What the file dialog offers. */
  readonly accept: string;
  readonly addLabel: string;
  /** Adds a file to the account. Returns the value that chooses it. */
  readonly add: (file: File, signal: AbortSignal) => Promise<string>;
}

/**
 * A choice among files of the account, or one that is added here by choice or by drop. What was chosen for one part of the
 * design goes into that part, also if the field of another one is shown by then.
 */
export function AddedFileField(props: AddedFileFieldProps): JSX.Element {
  const { label, value, choices, onValue, problem, accept, addLabel, add } = props;
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isShown = useRef(true);
  const latest = useRef(onValue);
  latest.current = onValue;
  useEffect(
    () => () => {
      isShown.current = false;
    },
    [],
  );

  async function send(file: File | undefined): Promise<void> {
    if (file === undefined || isSending) return;
    setSending(true);
    setRefusal(null);
    try {
      const added = await sendFile((signal) => add(file, signal));
      // The part may have another name by now.
      latest.current(added);
    } catch (error) {
      if (isShown.current) setRefusal(messageOf(error));
      else showToast(designerTexts.notAdded(file.name, messageOf(error)), { isBad: true });
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
        void send(event.dataTransfer?.files[0]);
      }}
    >
      <SelectField
        label={label}
        value={value}
        choices={choices}
        problem={refusal ?? problem}
        onValue={(next) => {
          setRefusal(null);
          onValue(next);
        }}
      />
      <Button icon="upload" busy={isSending} onClick={() => input.current?.click()}>
        {addLabel}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={(event) => {
          void send(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
