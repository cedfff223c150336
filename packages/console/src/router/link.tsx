import type { AnchorHTMLAttributes, ComponentChildren, JSX } from 'preact';
import { addressOf, navigate } from './location.ts';

type AnchorProps = Pick<
  AnchorHTMLAttributes<HTMLAnchorElement>,
  'aria-current' | 'aria-label' | 'class' | 'id' | 'onClick' | 'onFocus' | 'title'
>;

interface LinkProps extends AnchorProps {
  /** A path below the console's root. */
  readonly to: string;
  readonly children: ComponentChildren;
}

/** A link to another place of the console. Opens a new tab where the user asks for one. */
export function Link({ to, children, onClick, ...rest }: LinkProps): JSX.Element {
  return (
    <a
      {...rest}
      href={addressOf(to)}
      onClick={(event) => {
        if (typeof onClick === 'function') onClick(event);
        if (event.defaultPrevented || !isPlainClick(event)) return;
        event.preventDefault();
        navigate(to);
      }}
    >
      {children}
    </a>
  );
}

/** Whether a click opens a link here, and not in a new tab or as a file. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
}
