import { effect } from '@preact/signals';
import { UnauthorizedError } from '@vitrine/client';
import { type JSX, options, render } from 'preact';
import { useEffect } from 'preact/hooks';
import { startTheme } from './components/browser/theme.ts';
import { leaveInputMethodsAlone } from './components/browser/typing.ts';
import { hasLeftChanges } from './components/designer/draft/left-changes.ts';
import { keepDroppedFiles } from './components/files/file-drop.tsx';
import { ErrorState, PageSkeleton } from './components/pages/states.tsx';
import { showToast, Toasts } from './components/toast.tsx';
import { lockTab } from './forms/tab-lock.ts';
import { messageOf } from './requests/describe-error.ts';
import { holdPage } from './router/leave-question.ts';
import { followHistory, navigate, path } from './router/location.ts';
import { setPlaces } from './router/places.ts';
import { preloadScreen, requestScreen, ShownScreen } from './screens/screen-outlet.tsx';
import { connectScreen, screens } from './screens/screens.ts';
import { SignIn } from './screens/sign-in/sign-in.tsx';
import { followBrowser, sessionState, signedInAs, startSession } from './session/session.ts';
import { listenForPalette } from './shell/command-palette.tsx';
import { Shell } from './shell/shell.tsx';
import { signInTexts } from './texts/en/access/sign-in.ts';

function sayRefusedLink(error: unknown): void {
  showToast(error instanceof UnauthorizedError ? signInTexts.refusedLink : messageOf(error), { isBad: true });
}

function Console(): JSX.Element {
  const state = sessionState.value;
  const at = path.value;
  useEffect(() => {
    if (state.kind !== 'signedIn' || at !== '/') return;
    const { identity } = state.session;
    const home =
      identity.storeId === undefined ? '/stores' : `/stores/${encodeURIComponent(identity.storeId)}`;
    navigate(home, { replace: true });
  }, [state, at]);
  return (
    <>
      <Content />
      <Toasts />
    </>
  );
}

function Content(): JSX.Element {
  if (path.value === connectScreen.path) return <ShownScreen entry={connectScreen} params={{}} />;
  const state = sessionState.value;
  // Nothing that one account or store was shown stays for another one.
  if (state.kind === 'signedIn')
    return path.value === '/' ? <PageSkeleton /> : <Shell key={signedInAs.value} />;
  if (state.kind === 'signedOut') return <SignIn problem={state.problem} />;
  if (state.kind === 'unreachable')
    return <ErrorState error={state.problem} onRetry={() => void startSession(sayRefusedLink)} isPage />;
  return <PageSkeleton />;
}

/** Makes the address of the icon absolute: browsers would look it up anew, relative to each address of the history. */
function fixIcon(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=icon]'))
    link.href = String(link.href);
}

// Effects run before the next key and not after the next frame, which may be late: a key would meet the state that an
// effect is about to replace, and be lost.
options.requestAnimationFrame = queueMicrotask;
fixIcon();
leaveInputMethodsAlone();
setPlaces(screens.map(({ path: pattern }) => pattern));
startTheme();
followHistory();
followBrowser(sayRefusedLink);
keepDroppedFiles();
listenForPalette();
// On all screens, and on the one that asks for a key.
effect(() => (hasLeftChanges.value ? holdPage() : undefined));
// Forms, which a session shows, ask for the id of the tab.
void lockTab().then(() => startSession(sayRefusedLink, requestScreen));
preloadScreen();
const root = document.getElementById('console');
if (root !== null) render(<Console />, root);
