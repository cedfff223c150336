import type { ComponentType, JSX } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { Page } from '../components/page.tsx';
import { EmptyState, ErrorState, PageSkeleton } from '../components/states.tsx';
import { Link } from '../router/link.tsx';
import { path } from '../router/location.ts';
import { matchPath } from '../router/match.ts';
import { useSession } from '../session/session.ts';
import { shellTexts } from '../texts/en/shell.ts';
import { type ScreenEntry, type ScreenProps, screens } from './screens.ts';

type LoadedScreen = ComponentType<ScreenProps>;

const loaded = new Map<ScreenEntry, LoadedScreen>();

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
  findScreen(path.peek())
    ?.entry.load()
    // The screen itself says what went wrong.
    .catch(() => {});
}

/** Shows the screen of the address. */
export function ScreenOutlet(): JSX.Element {
  const { identity } = useSession();
  const found = findScreen(path.value);
  if (found === null || (identity.scope === 'store' && !found.entry.isForStoreKeys)) return <NotFound />;
  // A fault of one place must not stay when the user goes to another.
  return <Shown key={path.value} {...found} />;
}

function Shown({ entry, params }: { readonly entry: ScreenEntry } & ScreenProps): JSX.Element {
  const [screen, setScreen] = useState<{ readonly is: LoadedScreen } | null>(() => {
    const ready = loaded.get(entry);
    return ready === undefined ? null : { is: ready };
  });
  const [fault, setFault] = useState<unknown>(null);
  const [crash, resetCrash] = useErrorBoundary((error) => console.error(error));
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    entry.load().then(
      (module) => {
        loaded.set(entry, module.default);
        if (isCurrent) setScreen({ is: module.default });
      },
      (error: unknown) => {
        if (isCurrent) setFault(error);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [entry, round]);

  if (crash !== undefined) return <ErrorState error={crash} onRetry={resetCrash} />;
  if (screen !== null) return <screen.is params={params} />;
  if (fault === null) return <PageSkeleton />;
  const retry = () => {
    setFault(null);
    setRound(round + 1);
  };
  return <ErrorState error={fault} onRetry={retry} />;
}

function NotFound(): JSX.Element {
  const { title, text, home } = shellTexts.notFound;
  return (
    <Page title={title}>
      <EmptyState
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
    </Page>
  );
}
