import type { ComponentChildren, InputHTMLAttributes, JSX, Ref } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from './icon.tsx';

interface FieldFrame {
  readonly label: string;
  /** Whether the label is only for screen readers. */
  readonly isLabelUnseen?: boolean;
  readonly hint?: ComponentChildren;
  /** What is wrong with the value: the server's message, or the form's own. */
  readonly problem?: string | null | undefined;
}

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'autocomplete'
  | 'class'
  | 'disabled'
  | 'inputMode'
  | 'max'
  | 'maxLength'
  | 'min'
  | 'name'
  | 'onBlur'
  | 'onFocus'
  | 'onKeyDown'
  | 'onPaste'
  | 'placeholder'
  | 'readOnly'
  | 'step'
> & { readonly type?: 'text' | 'password' | 'number' | 'date' | 'time' | 'datetime-local' | 'url' | 'color' };

interface TextFieldProps extends FieldFrame, InputProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A text field with its label, hint and problem. */
export function TextField(props: TextFieldProps): JSX.Element {
  const { label, isLabelUnseen, hint, problem, value, onValue, inputRef, class: extra, ...rest } = props;
  const id = useId();
  return (
    <Frame {...{ id, label, isLabelUnseen: isLabelUnseen ?? false, hint, problem }}>
      <input
        autocomplete="off"
        spellcheck={false}
        {...(rest as object)}
        ref={inputRef ?? null}
        id={id}
        class={`input ${extra ?? ''}`}
        value={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy(id, hint, problem)}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </Frame>
  );
}

interface TextAreaProps extends FieldFrame {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly rows?: number;
  readonly placeholder?: string;
  readonly inputRef?: Ref<HTMLTextAreaElement>;
}

/** A field for several lines. */
export function TextArea(props: TextAreaProps): JSX.Element {
  const { label, isLabelUnseen, hint, problem, value, onValue, inputRef, ...rest } = props;
  const id = useId();
  return (
    <Frame {...{ id, label, isLabelUnseen: isLabelUnseen ?? false, hint, problem }}>
      <textarea
        {...rest}
        ref={inputRef ?? null}
        id={id}
        class="input"
        value={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy(id, hint, problem)}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </Frame>
  );
}

export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly isDisabled?: boolean;
}

interface SelectFieldProps<Value extends string> extends FieldFrame {
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onValue: (value: Value) => void;
  readonly disabled?: boolean;
  readonly class?: string;
}

/** A native list of choices. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>): JSX.Element {
  const { label, isLabelUnseen, hint, problem, value, choices, onValue, class: extra, disabled } = props;
  const id = useId();
  return (
    <Frame {...{ id, label, isLabelUnseen: isLabelUnseen ?? false, hint, problem }}>
      <select
        id={id}
        class={`select ${extra ?? ''}`}
        value={value}
        disabled={disabled ?? false}
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy(id, hint, problem)}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.value === event.currentTarget.value);
          if (chosen !== undefined) onValue(chosen.value);
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} disabled={choice.isDisabled ?? false}>
            {choice.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

interface CheckboxProps {
  readonly label: ComponentChildren;
  readonly checked: boolean;
  readonly onValue: (checked: boolean) => void;
  readonly isMixed?: boolean;
  readonly isLabelUnseen?: boolean;
  /** Shown as a switch, for what takes effect at once. */
  readonly isSwitch?: boolean;
  readonly disabled?: boolean;
}

/** A checkbox or a switch with its label. */
export function Checkbox(props: CheckboxProps): JSX.Element {
  const { label, checked, onValue, isMixed = false, isLabelUnseen = false, isSwitch = false } = props;
  return (
    <label class={`check ${isSwitch ? 'switch' : ''}`}>
      <input
        type="checkbox"
        role={isSwitch ? 'switch' : undefined}
        checked={checked}
        indeterminate={isMixed}
        disabled={props.disabled ?? false}
        onChange={(event) => onValue(event.currentTarget.checked)}
      />
      <span class={isLabelUnseen ? 'unseen' : ''}>{label}</span>
    </label>
  );
}

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly placeholder?: string;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A field that filters what is below it as one types. */
export function SearchField({ label, value, onValue, placeholder, inputRef }: SearchFieldProps): JSX.Element {
  return (
    <div class="search">
      <Icon name="search" />
      <input
        ref={inputRef ?? null}
        type="search"
        class="input"
        autocomplete="off"
        spellcheck={false}
        aria-label={label}
        placeholder={placeholder ?? label}
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.stopPropagation();
            onValue('');
          }
        }}
      />
    </div>
  );
}

interface FrameProps extends FieldFrame {
  readonly id: string;
  readonly children: ComponentChildren;
}

function Frame({ id, label, isLabelUnseen, hint, problem, children }: FrameProps): JSX.Element {
  return (
    <div class="field">
      <label for={id} class={isLabelUnseen ? 'unseen' : ''}>
        {label}
      </label>
      {children}
      {problem && (
        <p class="problem" id={`${id}-problem`} role="alert">
          <Icon name="alert" />
          <span>{problem}</span>
        </p>
      )}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

function describedBy(
  id: string,
  hint: ComponentChildren,
  problem: string | null | undefined,
): string | undefined {
  const ids = [problem ? `${id}-problem` : '', hint ? `${id}-hint` : ''].filter(Boolean);
  return ids.length === 0 ? undefined : ids.join(' ');
}
