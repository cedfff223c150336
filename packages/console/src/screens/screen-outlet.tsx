import { type Client, ConnectionError } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useErrorBoundary, useLayoutEffect, useState } from 'preact/hooks';
import { EmptyState, ErrorState, PageSkeleton } from '../components/pages/states.tsx';
import { isOnline } from '../requests/connection.ts';
import { Link } from '../router/link.tsx';
import { path } from '../router/location.ts';
import { matchPath } from '../router/match.ts';
import { useSession } from '../session/session.ts';
import { shellTexts } from '../texts/en/shell.ts';
import { type LoadedScreen, loadScreen, readyScreen } from './screen-code.ts';
import { type ScreenEntry, type ScreenProps, screens } from './screens.ts';

/** Returns the screen of a path and the parameters in it. */
export function findScreen(
  at: string,
): { entry: ScreenEntry; params: Readonly<Record<string, string>> } | null {
  for (const entry of screens) {
    const params = matchPath(entry.path, at);
    if (params !== null) return { entry, params };
  }
  return null;
}

/** Begins to load the code of the screen of the address, while the key is still being checked. */
export function preloadScreen(): void {
  const found = findScreen(path.peek());
  // The screen itself says what went wrong.
  if (found !== null) loadScreen(found.entry).catch(() => {});
}

/** Sends the first requests of the screen of the address, while the key is still being checked. */
export function requestScreen(client: Client): void {
  const found = findScreen(path.peek());
  found?.entry.request?.(client, found.params);
}

/** Shows the screen of the address. */
export function ScreenOutlet(): JSX.Element {
  const { identity } = useSession();
  const found = findScreen(path.value);
  if (found === null) return <NotFound />;
  const { storeId } = identity;
  const { entry, params } = found;
  if (storeId !== undefined && !(entry.isForStoreKeys && (params.storeId ?? storeId) === storeId))
    return <BeyondTheStore storeId={storeId} />;
  // A fault of one place must not stay when the user goes to another.
  return <ShownScreen key={path.value} {...found} />;
}

/** Shows a screen when its code is here. */
export function ShownScreen({ entry, params }: { readonly entry: ScreenEntry } & ScreenProps): JSX.Element {
  const [screen, setScreen] = useState<{ readonly is: LoadedScreen } | null>(() => {
    const ready = readyScreen(entry);
    return ready === null ? null : { is: ready };
  });
  const [fault, setFault] = useState<unknown>(null);
  const [crash, resetCrash] = useErrorBoundary((error) => console.error(error));
  const isAnswering = isOnline.value;
  useLayoutEffect(() => {
    if (screen !== null) return;
    let isCurrent = true;
    loadScreen(entry).then(
      (is) => {
        if (isCurrent) setScreen({ is });
      },
      (error: unknown) => {
        if (isCurrent) setFault(error);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [entry]);
  const hasNoCode = fault instanceof ConnectionError;
  useEffect(() => {
    if (hasNoCode && isAnswering) window.location.reload();
  }, [hasNoCode, isAnswering]);

  if (crash !== undefined) return <ErrorState error={crash} onRetry={resetCrash} isPage />;
  if (screen !== null) return <screen.is params={params} />;
  if (fault === null) return <PageSkeleton />;
  // Browsers keep the failure of a script until the page is loaded anew. The address has the state of the screen.
  return <ErrorState error={fault} onRetry={() => window.location.reload()} isPage />;
}

/** In place of a page that a store key may not see, such as that of another store. */
function BeyondTheStore({ storeId }: { readonly storeId: string }): JSX.Element {
  const { storeKeyTitle, storeKeyText, storeKeyHome } = shellTexts.notFound;
  return (
    <EmptyState
      isPage
      icon="key"
      title={storeKeyTitle}
      actions={
        <Link class="button" to={`/stores/${encodeURIComponent(storeId)}`}>
          {storeKeyHome}
        </Link>
      }
    >
      {storeKeyText}
    </EmptyState>
  );
}

function NotFound(): JSX.Element {
  const { title, text, home } = shellTexts.notFound;
  return (
    <EmptyState
      isPage
      icon="search"
      title={title}
      actions={
        <Link class="button" to="/stores">
          {home}
        </Link>
      }
    >
      {text}
    </EmptyState>
  );
}
