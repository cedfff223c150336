import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { describeError } from '../session/describe-error.ts';
import { shellTexts } from '../texts/en/shell.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
}

/** Says that there is nothing yet, and what to do about it. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps): JSX.Element {
  return (
    <div class="state">
      <div class="state-mark">
        <Icon name={icon} />
      </div>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div class="actions">{actions}</div>}
    </div>
  );
}

interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** Says what went wrong in the server's words, and offers to try again. */
export function ErrorState({ error, onRetry }: ErrorStateProps): JSX.Element {
  const { title, text, traceId } = describeError(error);
  return (
    <div class="state bad" role="alert">
      <div class="state-mark">
        <Icon name="alert" />
      </div>
      <h2>{title}</h2>
      <p>{text}</p>
      {onRetry && (
        <div class="actions">
          <Button icon="refresh" onClick={onRetry}>
            {shellTexts.retry}
          </Button>
        </div>
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
        <div style={{ display: 'grid', gap: '14px', maxWidth: '640px' }}>
          {['92%', '78%', '85%', '60%'].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      </div>
    </Delayed>
  );
}
