import type { AnyValue } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { IconButton } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { DatePicker } from '../../../records/date-picker.tsx';
import type { CellDraft } from '../../../records/edits/kept-drafts.ts';
import { EnlargedPicture } from '../../../records/pictures/enlarged-picture.tsx';
import { ownPicture } from '../../../records/pictures/own-picture.ts';
import { type Column, sayValue } from '../../../records/value-types.ts';
import { gridTexts } from '../../../texts/en/stores/grid.ts';
import { storesTexts } from '../../../texts/en/stores/stores.ts';
import { valueTexts } from '../../../texts/en/stores/values.ts';
import { useKeptAgain } from '../edits/use-kept-again.ts';
import { isFieldTyped } from '../state/typed-field.ts';

interface RecordFieldProps {
  readonly column: Column;
  /** The value that the user sees: the one on its way to the server, or that of the record. */
  readonly raw: AnyValue;
  readonly value: string;
  /** The value that was typed into the field and is not stored. */
  readonly draft: CellDraft | undefined;
  readonly problem: string | null;
  /** Gets each text as it is typed. */
  readonly onType: (text: string, began: AnyValue) => void;
  /** Gets the text when the field is left, and the value from which the user began. */
  readonly onSave: (text: string, began: AnyValue) => void;
  /** Gives up the typed value. */
  readonly onGiveUp: () => void;
  /** Chooses a picture of the account. */
  readonly onChoose?: (() => void) | undefined;
}

/** One field of a record. A change is saved when the field is left, or by Enter. */
export function RecordField(props: RecordFieldProps): JSX.Element {
  const { column, raw, value, draft, problem, onType, onSave, onGiveUp, onChoose } = props;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const shown = draft?.text ?? value;
  const [text, setText] = useState(shown);
  const [began, setBegan] = useState({ raw, shown });
  const isTyped = text !== began.shown && text !== shown;
  const isChanged = isTyped && began.raw !== raw;
  const restart = () => {
    setText(shown);
    setBegan({ raw, shown });
  };
  useEffect(() => {
    // The text that the user types stays, when someone else changes the value meanwhile.
    if (!isTyped) restart();
  }, [shown]);
  // What is typed when the page goes back by a key is saved, too.
  const unsaved = useRef<(() => void) | null>(null);
  const keepUnsaved = (saving: (() => void) | null) => {
    unsaved.current = saving;
    isFieldTyped.value = saving !== null;
  };
  useEffect(
    () => () => {
      const saving = unsaved.current;
      if (saving === null) return;
      keepUnsaved(null);
      saving();
    },
    [],
  );
  useKeptAgain(() => unsaved.current !== null && onType(text, began.raw));
  const type = (next: string) => {
    setText(next);
    onType(next, began.raw);
    keepUnsaved(() => onSave(next, began.raw));
  };
  const save = (next: string) => {
    keepUnsaved(null);
    if (next !== began.shown || draft?.state === 'typed') onSave(next, began.raw);
    else if (draft === undefined) onGiveUp();
    setBegan({ raw, shown: next });
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
            type(event.currentTarget.value);
            save(event.currentTarget.value);
          }}
        >
          <option value="">{valueTexts.unset}</option>
          <option value="true">{valueTexts.yes}</option>
          <option value="false">{valueTexts.no}</option>
        </select>
      ) : (
        <span class="record-input">
          <textarea
            {...shared}
            ref={field}
            class="input"
            rows={1}
            dir="auto"
            spellcheck={false}
            placeholder={valueTexts.unset}
            readOnly={!column.isEditable}
            value={text}
            onInput={(event) => type(event.currentTarget.value)}
            onBlur={(event) => save(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.altKey && !event.shiftKey) {
                event.preventDefault();
                save(event.currentTarget.value);
                event.currentTarget.form?.requestSubmit();
              } else if (event.key === 'Escape') {
                keepUnsaved(null);
                setText(value);
                setBegan({ raw, shown: value });
                onGiveUp();
              }
            }}
          />
          {column.type === 'datetime' && column.isEditable && (
            <DatePicker
              text={text}
              onPick={(picked) => {
                type(picked);
                field.current?.focus();
              }}
            />
          )}
          {column.type === 'url_image' && column.isEditable && onChoose !== undefined && (
            <IconButton
              icon="image"
              size="small"
              class="picture-button"
              label={valueTexts.picture.title}
              onClick={onChoose}
            />
          )}
        </span>
      )}
      {isChanged && (
        <p class="hint" role="status">
          {gridTexts.live.underneath(sayValue(raw, column))}
        </p>
      )}
      {problem !== null && (
        <p class="problem" id={`${id}-problem`} role="alert">
          <Icon name="alert" />
          <span>{problem}</span>
        </p>
      )}
      {value !== '' && (column.type === 'url_image' || ownPicture(value, column.type) !== null) && (
        <Picture url={value} />
      )}
      {value !== '' && column.type === 'url_link' && <SafeLink url={value} />}
    </div>
  );
}

/** The page may load pictures of this server only. */
function Picture({ url }: { readonly url: string }): JSX.Element {
  const [isEnlarged, setEnlarged] = useState(false);
  /** The URL of a picture that this server does not have. */
  const [missing, setMissing] = useState('');
  const picture = ownPicture(url, 'url_image');
  if (picture === null || missing === url) {
    return (
      <p class="hint">
        {gridTexts.panel.foreignPicture} <SafeLink url={url} />
      </p>
    );
  }
  return (
    <>
      <button
        type="button"
        class="picture-open"
        aria-label={valueTexts.picture.enlarge}
        onClick={() => setEnlarged(true)}
      >
        <img
          class="record-picture"
          src={picture}
          alt=""
          onError={() => setMissing(picture === url ? '' : url)}
        />
      </button>
      {isEnlarged && <EnlargedPicture url={picture} onClose={() => setEnlarged(false)} />}
    </>
  );
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
