import type { ComponentChildren, JSX, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface PopoverProps {
  /** The element below which the popover opens. */
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** Which edges are aligned. Default `start`. */
  readonly align?: 'start' | 'end';
  readonly class?: string;
  readonly role?: 'menu' | 'dialog' | 'listbox';
  readonly label?: string;
  readonly id?: string;
  /** `manual` for a popover that stays open while its anchor has the focus, such as a list of suggestions. */
  readonly mode?: 'auto' | 'manual';
  readonly onKeyDown?: (event: TargetedKeyboardEvent<HTMLDivElement>) => void;
}

const GAP = 4;
const EDGE = 8;

/** A native popover beside its anchor, open as long as it is rendered. It opens upwards where there is more room. */
export function Popover(props: PopoverProps): JSX.Element {
  const { anchor, onClose, align = 'start', mode = 'auto', role, label, id, children, onKeyDown } = props;
  const ref = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    element.showPopover();
    // Suggestions look like a part of their field.
    if (role === 'listbox') element.style.minWidth = `${anchor.offsetWidth}px`;
    const move = () => place(element, anchor, align);
    move();
    const sizes = new ResizeObserver(move);
    sizes.observe(element);
    window.addEventListener('resize', move);
    document.addEventListener('scroll', move, true);
    return () => {
      sizes.disconnect();
      window.removeEventListener('resize', move);
      document.removeEventListener('scroll', move, true);
    };
  }, [anchor, align, role]);

  useLayoutEffect(() => {
    const element = ref.current;
    const onToggle = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') close.current();
    };
    element?.addEventListener('toggle', onToggle);
    return () => element?.removeEventListener('toggle', onToggle);
  }, []);

  return (
    <div
      ref={ref}
      id={id}
      popover={mode}
      class={`popover ${props.class ?? ''}`}
      role={role}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}

function place(element: HTMLElement, anchor: HTMLElement, align: 'start' | 'end'): void {
  const box = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = element;
  const below = window.innerHeight - box.bottom - EDGE - GAP;
  const isAbove = height > below && box.top > below;
  const left = align === 'start' ? box.left : box.right - width;
  element.style.left = `${Math.max(EDGE, Math.min(left, window.innerWidth - width - EDGE))}px`;
  const top = isAbove ? box.top - GAP - height : box.bottom + GAP;
  element.style.top = `${Math.max(EDGE, Math.min(top, window.innerHeight - height - EDGE))}px`;
}
