import type { AnyValue } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { Icon } from '../../components/icon.tsx';
import { type Column, sayValue } from '../../records/value-types.ts';
import { gridTexts } from '../../texts/en/grid.ts';
import { storesTexts } from '../../texts/en/stores.ts';

interface RecordFieldProps {
  readonly column: Column;
  /** The value of now. */
  readonly raw: AnyValue;
  readonly value: string;
  readonly problem: string | null;
  /** Gets the text, and the value from which the user began. */
  readonly onSave: (text: string, began: AnyValue) => void;
}

/** One field of a record. A change is saved when the field is left, or by Enter. */
export function RecordField({ column, raw, value, problem, onSave }: RecordFieldProps): JSX.Element {
  const id = useId();
  const [text, setText] = useState(value);
  const [began, setBegan] = useState({ raw, value });
  const isTyped = text !== began.value && text !== value;
  const isChanged = isTyped && began.raw !== raw;
  const restart = () => {
    setText(value);
    setBegan({ raw, value });
  };
  useEffect(() => {
    // What the user types stays, when someone else changes the value meanwhile.
    if (!isTyped) restart();
  }, [value]);
  const save = (next: string) => {
    if (next !== value) onSave(next, began.raw);
    if (isChanged) restart();
  };
  const shared = {
    id,
    'aria-invalid': problem === null ? undefined : (true as const),
    'aria-describedby': problem === null ? undefined : `${id}-problem`,
  };
  return (
    <div class="field record-field">
      <label for={id}>
        <span dir="auto">{column.name}</span>
        {column.isUnique && <Icon name="key" />}
        <span class="faint">
          {storesTexts.types[column.type]}
          {column.isRequired ? ` · ${gridTexts.panel.required.toLowerCase()}` : ''}
        </span>
      </label>
      {column.type === 'boolean' ? (
        <select
          {...shared}
          class="select"
          value={text}
          disabled={!column.isEditable}
          onChange={(event) => {
            setText(event.currentTarget.value);
            save(event.currentTarget.value);
          }}
        >
          <option value="">{gridTexts.unset}</option>
          <option value="true">{gridTexts.yes}</option>
          <option value="false">{gridTexts.no}</option>
        </select>
      ) : (
        <textarea
          {...shared}
          class="input"
          rows={1}
          dir="auto"
          spellcheck={false}
          placeholder={gridTexts.unset}
          readOnly={!column.isEditable}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onBlur={(event) => save(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.altKey && !event.shiftKey && !event.isComposing) {
              event.preventDefault();
              save(event.currentTarget.value);
              event.currentTarget.form?.requestSubmit();
            } else if (event.key === 'Escape') restart();
          }}
        />
      )}
      {isChanged && (
        <p class="hint" role="status">
          {gridTexts.live.underneath(sayValue(raw, column.type))}
        </p>
      )}
      {problem !== null && (
        <p class="problem" id={`${id}-problem`} role="alert">
          <Icon name="alert" />
          <span>{problem}</span>
        </p>
      )}
      {value !== '' && column.type === 'url_image' && <Picture url={value} />}
      {value !== '' && column.type === 'url_link' && <SafeLink url={value} />}
    </div>
  );
}

/** The page may load pictures of this server only. */
function Picture({ url }: { readonly url: string }): JSX.Element {
  const isOwn = url.startsWith(`${window.location.origin}/`);
  if (!isOwn) {
    return (
      <p class="hint">
        {gridTexts.panel.foreignPicture} <SafeLink url={url} />
      </p>
    );
  }
  return <img class="record-picture" src={url} alt="" />;
}

/** A link to http and https only: values are data of others. */
function SafeLink({ url }: { readonly url: string }): JSX.Element | null {
  if (!/^https?:\/\//i.test(url)) return null;
  return (
    <a href={url} target="_blank" rel="noreferrer noopener">
      {gridTexts.panel.openLink}
    </a>
  );
}
