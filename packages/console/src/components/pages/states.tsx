import { NotFoundError } from '@vitrine/client';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { describeError } from '../../requests/describe-error.ts';
import { Link } from '../../router/link.tsx';
import { shellTexts } from '../../texts/en/shell.ts';
import { Button } from '../button.tsx';
import { Icon, type IconName } from '../icon.tsx';
import { PageTitle } from './page-title.tsx';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** Whether there is nothing else on the screen, so that its title is that of the window. */
  readonly isPage?: boolean;
}

/** Says that there is nothing yet, and what to do about it. */
export function EmptyState(props: EmptyStateProps): JSX.Element {
  const { icon, title, children, actions, isPage = false } = props;
  return (
    <div class="state">
      <div class="state-mark">
        <Icon name={icon} />
      </div>
      {isPage ? <PageTitle title={title} /> : <h2>{title}</h2>}
      {children && <p>{children}</p>}
      {actions && <div class="actions">{actions}</div>}
    </div>
  );
}

interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** Whether there is nothing else on the screen. */
  readonly isPage?: boolean;
}

/** Says what went wrong in the server's words, and offers to try again. */
export function ErrorState({ error, onRetry, isPage = false }: ErrorStateProps): JSX.Element {
  const { title, text, traceId } = describeError(error);
  return (
    <div class="state bad" role="alert">
      <div class="state-mark">
        <Icon name="alert" />
      </div>
      {isPage ? <PageTitle title={title} /> : <h2>{title}</h2>}
      <p>{text}</p>
      {isPage && error instanceof NotFoundError ? (
        <div class="actions">
          <Link class="button" to="/stores">
            {shellTexts.notFound.home}
          </Link>
        </div>
      ) : (
        onRetry && (
          <div class="actions">
            <Button icon="refresh" onClick={onRetry}>
              {shellTexts.retry}
            </Button>
          </div>
        )
      )}
      {traceId && (
        <details>
          <summary>{shellTexts.details}</summary>
          <code>{traceId}</code>
        </details>
      )}
    </div>
  );
}

const DELAY_MS = 200;

/** Renders its children only after 200 ms, so that what loads quickly does not flicker. */
export function Delayed({ children }: { readonly children: ComponentChildren }): JSX.Element | null {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isDue ? <div class="contents">{children}</div> : null;
}

/** A grey bar in place of a text that is being loaded. */
export function Skeleton({
  width,
  height,
}: {
  readonly width?: string;
  readonly height?: number;
}): JSX.Element {
  return (
    <span
      class="skeleton"
      aria-hidden="true"
      style={{ width: width ?? '100%', ...(height === undefined ? {} : { height: `${height}px` }) }}
    />
  );
}

/** Bars in place of a page that is being loaded, after 200 ms. */
export function PageSkeleton(): JSX.Element {
  return (
    <Delayed>
      <div class="page" role="status" aria-label={shellTexts.loading}>
        <div class="page-head">
          <Skeleton width="180px" height={22} />
        </div>
        <Bars />
      </div>
    </Delayed>
  );
}

/** Bars in place of the content of a page, below its title, after 200 ms. */
export function ContentSkeleton(): JSX.Element {
  return (
    <Delayed>
      <div role="status" aria-label={shellTexts.loading}>
        <Bars />
      </div>
    </Delayed>
  );
}

function Bars(): JSX.Element {
  return (
    <div style={{ display: 'grid', gap: '14px', maxWidth: '640px' }}>
      {['92%', '78%', '85%', '60%'].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}
