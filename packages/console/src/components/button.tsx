import type { ButtonHTMLAttributes, ComponentChildren, JSX, Ref } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon' | 'size'> {
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly size?: 'normal' | 'small';
  readonly icon?: IconName;
  /** Shown as working: a second press does nothing. */
  readonly busy?: boolean;
  readonly children?: ComponentChildren;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

/** A button with a text. Its type is `button` unless another is given. */
export function Button({
  kind = 'plain',
  size = 'normal',
  icon,
  busy = false,
  children,
  buttonRef,
  class: extra,
  onClick,
  ...rest
}: ButtonProps): JSX.Element {
  const classes = ['button', kind, size === 'small' ? 'small' : '', extra ?? ''].filter(Boolean).join(' ');
  return (
    <button
      type="button"
      {...rest}
      ref={buttonRef ?? null}
      class={classes}
      aria-busy={busy || undefined}
      data-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  readonly icon: IconName;
  /** The name, also shown as a tooltip. */
  readonly label: string;
}

/** A button with only an icon. */
export function IconButton({
  icon,
  label,
  kind = 'quiet',
  class: extra,
  ...rest
}: IconButtonProps): JSX.Element {
  return (
    <Button
      {...rest}
      kind={kind}
      icon={icon}
      class={`square ${extra ?? ''}`}
      aria-label={label}
      title={label}
    />
  );
}
