import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Link } from '../router/link.tsx';
import { shellTexts } from '../texts/en/shell.ts';
import { Icon } from './icon.tsx';

interface PageProps {
  readonly title: string;
  /** Shown before the title: where one came from. */
  readonly parent?: { readonly to: string; readonly label: string };
  readonly lead?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
  /** Whether the page fills the window and scrolls inside, as a grid does. */
  readonly isFull?: boolean;
  /** Beside the title: badges. */
  readonly aside?: ComponentChildren;
}

/** A screen with its title, which is also the title of the window. */
export function Page(props: PageProps): JSX.Element {
  const { title, parent, lead, actions, children, isFull = false, aside } = props;
  useEffect(() => {
    document.title = shellTexts.windowTitle(title);
  }, [title]);
  return (
    <div class={`page ${isFull ? 'full' : ''}`}>
      <header class="page-head">
        {parent && (
          <div class="crumb">
            <Link to={parent.to}>{parent.label}</Link>
            <Icon name="chevronRight" />
          </div>
        )}
        <h1>{title}</h1>
        {aside}
        {actions && <div class="actions">{actions}</div>}
        {lead && <p class="lead">{lead}</p>}
      </header>
      {children}
    </div>
  );
}
