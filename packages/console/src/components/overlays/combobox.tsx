import type { JSX, Ref, TargetedKeyboardEvent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { shellTexts } from '../../texts/en/shell.ts';
import { Popover } from './popover.tsx';

export interface Suggestion {
  readonly value: string;
  readonly label?: string;
  /** A note at the right edge, such as a count. */
  readonly note?: string;
}

interface ComboboxProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Returns what fits the text. Called with a pause after each letter. */
  readonly suggest: (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>;
  readonly placeholder?: string;
  readonly problem?: string | null;
  readonly id?: string;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onEnter?: () => void;
}

const PAUSE_MS = 150;

/**
 * A text field with suggestions (the ARIA pattern "combobox with list autocomplete"). Any text is allowed; arrows
 * choose a suggestion, Enter takes it, Escape closes the list.
 */
export function Combobox(props: ComboboxProps): JSX.Element {
  const { label, value, onValue, suggest, placeholder, problem, onEnter } = props;
  const ownId = useId();
  const listId = `${ownId}-list`;
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [found, setFound] = useState<readonly Suggestion[]>([]);
  const [active, setActive] = useState(-1);

  useEffect(() => {
    if (!isOpen) return;
    const aborting = new AbortController();
    const timer = setTimeout(() => {
      suggest(value, aborting.signal)
        .then((suggestions) => {
          if (aborting.signal.aborted) return;
          setFound(suggestions);
          setActive(-1);
        })
        // Suggestions are a help. Without them one types the value.
        .catch(() => setFound([]));
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      aborting.abort();
    };
  }, [isOpen, value, suggest]);

  const shown = isOpen ? found.filter((one) => one.value !== value || found.length > 1) : [];
  const take = (suggestion: Suggestion) => {
    onValue(suggestion.value);
    setOpen(false);
    input.current?.focus();
  };

  function onKeyDown(event: TargetedKeyboardEvent<HTMLInputElement>): void {
    const chosen = shown[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) {
        setOpen(true);
        return;
      }
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(
        (at) => (at + step + shown.length + 1) % (shown.length + 1) || (step > 0 ? 0 : shown.length - 1),
      );
    } else if (event.key === 'Enter') {
      if (chosen !== undefined) {
        event.preventDefault();
        take(chosen);
      } else if (onEnter !== undefined) onEnter();
    } else if (event.key === 'Escape') {
      // Also before the suggestions arrive: otherwise they would cover what is below.
      setOpen(false);
      if (shown.length === 0) return;
      event.preventDefault();
      event.stopPropagation();
    }
  }

  return (
    <>
      <input
        ref={(element) => {
          input.current = element;
          if (typeof props.inputRef === 'function') props.inputRef(element);
          else if (props.inputRef) props.inputRef.current = element;
        }}
        id={props.id}
        class="input"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={shown.length > 0 ? listId : undefined}
        aria-activedescendant={shown[active] === undefined ? undefined : `${listId}-${active}`}
        aria-invalid={problem ? true : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder={placeholder}
        value={value}
        onInput={(event) => {
          onValue(event.currentTarget.value);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      {shown.length > 0 && input.current && (
        <Popover
          anchor={input.current}
          mode="manual"
          role="listbox"
          id={listId}
          label={shellTexts.suggestions}
          onClose={() => setOpen(false)}
        >
          {shown.map((suggestion, index) => (
            <div
              key={suggestion.value}
              id={`${listId}-${index}`}
              class="option"
              role="option"
              aria-selected={index === active}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(suggestion)}
            >
              <span class="grow cut">{suggestion.label ?? suggestion.value}</span>
              {suggestion.note && <span class="faint number">{suggestion.note}</span>}
            </div>
          ))}
        </Popover>
      )}
    </>
  );
}
