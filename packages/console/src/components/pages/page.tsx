import type { ComponentChildren, JSX } from 'preact';
import { Link } from '../../router/link.tsx';
import { Icon } from '../icon.tsx';
import { PageTitle } from './page-title.tsx';

interface PageProps {
  readonly title: string;
  /** Shown before the title: where one came from. */
  readonly parent?: { readonly to: string; readonly label: string };
  readonly lead?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
  /** Whether the page fills the window and scrolls inside, as a grid does. */
  readonly isFull?: boolean;
  /** Whether the page has more columns than one reads beside each other, as a designer has. */
  readonly isWide?: boolean;
  /** Beside the title: badges. */
  readonly aside?: ComponentChildren;
}

/** A screen with its title. */
export function Page(props: PageProps): JSX.Element {
  const { title, parent, lead, actions, children, isFull = false, isWide = false, aside } = props;
  return (
    <div class={`page ${isFull ? 'full' : ''} ${isWide ? 'wide' : ''}`}>
      <header class="page-head">
        {parent && (
          <div class="crumb">
            <Link to={parent.to}>{parent.label}</Link>
            <Icon name="chevronRight" />
          </div>
        )}
        <PageTitle title={title} />
        {aside}
        {actions && <div class="actions">{actions}</div>}
        {lead && <p class="lead">{lead}</p>}
      </header>
      {children}
    </div>
  );
}
