import type { ComponentChildren, JSX, TargetedKeyboardEvent, TargetedMouseEvent } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, IconButton } from '../button.tsx';
import { Icon, type IconName } from '../icon.tsx';
import { Popover } from './popover.tsx';

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  readonly onSelect: () => void;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  /** Why the item can't be selected now. It is shown in the item, which keys still reach. */
  readonly refusal?: string | null;
  /** Set for an item that is on or off. */
  readonly isChecked?: boolean;
  readonly keys?: string;
}

/** The items of a menu. Null is a line between groups, a text is a title. */
export type MenuEntry = MenuItem | string | null;

interface MenuButtonProps {
  readonly label: string;
  readonly items: readonly MenuEntry[];
  readonly icon?: IconName;
  /** Whether the button shows only its icon. */
  readonly isIconOnly?: boolean;
  readonly kind?: 'plain' | 'primary' | 'quiet';
  readonly size?: 'normal' | 'small';
  readonly align?: 'start' | 'end';
  readonly tabIndex?: number;
  readonly children?: ComponentChildren;
}

/** A button that opens a menu. */
export function MenuButton(props: MenuButtonProps): JSX.Element {
  const {
    label,
    items,
    icon,
    isIconOnly = false,
    kind,
    size = 'normal',
    align = 'start',
    children,
    ...rest
  } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const shared = {
    ...rest,
    size,
    'aria-haspopup': 'menu',
    'aria-expanded': anchor !== null,
    'aria-controls': anchor === null ? undefined : id,
    onClick: (event: TargetedMouseEvent<HTMLButtonElement>) => {
      const button = event.currentTarget;
      setAnchor((open) => (open === null ? button : null));
    },
  } as const;
  return (
    <>
      {isIconOnly ? (
        <IconButton {...shared} kind={kind ?? 'quiet'} icon={icon ?? 'more'} label={label} />
      ) : (
        <Button {...shared} kind={kind ?? 'plain'} {...(icon === undefined ? {} : { icon })}>
          {children ?? label}
        </Button>
      )}
      {anchor && (
        <Menu
          anchor={anchor}
          id={id}
          label={label}
          align={align}
          items={items}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  );
}

interface MenuProps {
  readonly anchor: HTMLElement;
  readonly label: string;
  readonly items: readonly MenuEntry[];
  readonly onClose: () => void;
  readonly align?: 'start' | 'end';
  readonly id?: string;
}

/** An open menu beside an element. Arrows move, letters find, Enter selects, Escape closes. */
export function Menu({ anchor, label, items, onClose, align = 'start', id }: MenuProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const buttons = () => [
    ...(list.current?.querySelectorAll<HTMLButtonElement>('.menu-item:not(:disabled)') ?? []),
  ];
  useLayoutEffect(() => {
    buttons()[0]?.focus();
  }, []);

  function move(event: TargetedKeyboardEvent<HTMLDivElement>): void {
    const all = buttons();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    };
    const letter = event.key.length === 1 ? event.key.toLowerCase() : null;
    const found = letter && [...all.slice(at + 1), ...all].find((one) => textOf(one).startsWith(letter));
    const target = found || all[targets[event.key] ?? -1];
    if (event.key === 'Tab') onClose();
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    target.focus();
  }

  return (
    <Popover
      anchor={anchor}
      align={align}
      role="menu"
      label={label}
      onClose={onClose}
      onKeyDown={move}
      {...(id === undefined ? {} : { id })}
    >
      <div ref={list}>
        {items.map((item, index) => {
          if (item === null) return <div key={index} class="menu-line" role="separator" />;
          if (typeof item === 'string') {
            return (
              <div key={index} class="menu-title" role="presentation">
                {item}
              </div>
            );
          }
          return <Item key={index} item={item} anchor={anchor} onClose={onClose} />;
        })}
      </div>
    </Popover>
  );
}

function textOf(button: HTMLElement): string {
  return (button.textContent ?? '').trim().toLowerCase();
}

function Item(props: {
  readonly item: MenuItem;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}): JSX.Element {
  const { item, anchor, onClose } = props;
  return (
    <button
      type="button"
      class={`menu-item ${item.isDangerous ? 'danger' : ''}`}
      role={item.isChecked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={item.isChecked}
      aria-disabled={item.refusal ? true : undefined}
      disabled={item.isDisabled ?? false}
      tabIndex={-1}
      onClick={() => {
        if (item.refusal) return;
        onClose();
        anchor.focus();
        item.onSelect();
      }}
    >
      {item.icon && <Icon name={item.icon} />}
      <span class="grow">
        {item.label}
        {item.refusal && <span class="refusal">{item.refusal}</span>}
      </span>
      {item.keys && <kbd>{item.keys}</kbd>}
      {item.isChecked && <Icon name="check" />}
    </button>
  );
}
