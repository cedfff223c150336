import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { Brand } from '../../components/brand.tsx';
import { Icon } from '../../components/icon.tsx';
import { ContentSkeleton } from '../../components/pages/states.tsx';
import { useLoad } from '../../components/pages/use-load.tsx';
import { type ClientRequest, openClientRequest } from '../../requests/client-request.ts';
import { messageOf } from '../../requests/describe-error.ts';
import { sessionState } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { connectTexts as texts } from '../../texts/en/access/connect.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { AllowForm } from './allow-form.tsx';
import styles from './connect.css';
import { KeyForm } from './key-form.tsx';

adoptStyles(styles);

/**
 * The page on which a person allows a client of OAuth to use the tools. The client has sent the browser here, so the page
 * is shown without the frame of the console, and before there is a session.
 */
export default function ConnectScreen(): JSX.Element {
  // Only the address with which the page was opened: the person decides about one request.
  const { search } = window.location;
  const load = useLoad((signal) => openClientRequest(search, signal), [search]);
  useLayoutEffect(() => {
    document.title = shellTexts.windowTitle(texts.windowTitle);
  }, []);
  return (
    <main class="connect">
      <div class="brand">
        <Brand />
      </div>
      <div class="card">
        {load.data !== null ? (
          <Request request={load.data} query={search} />
        ) : load.error === null ? (
          <ContentSkeleton />
        ) : (
          <Refused text={messageOf(load.error)} />
        )}
      </div>
    </main>
  );
}

function Request({
  request,
  query,
}: {
  readonly request: ClientRequest;
  readonly query: string;
}): JSX.Element {
  const { clientName, clientHost, redirectUri, returnHost, isLocal, refusal, denyUrl } = request;
  if (refusal !== null)
    return (
      <Refused text={refusal}>
        <a class="button" href={denyUrl}>
          {texts.goBack(returnHost)}
        </a>
      </Refused>
    );
  return (
    <>
      <div class="head">
        <h1 dir="auto">{texts.title(clientName)}</h1>
        <p>{texts.lead}</p>
      </div>
      <dl class="facts">
        <dt>{texts.returnsTo}</dt>
        <dd>
          <strong class="mono">{returnHost}</strong>
          <span class="faint">{redirectUri}</span>
        </dd>
        {clientHost !== null && (
          <>
            <dt>{texts.describedBy}</dt>
            <dd>
              <strong class="mono">{clientHost}</strong>
            </dd>
          </>
        )}
      </dl>
      {(isLocal || clientHost === null) && (
        <p class={`note ${isLocal ? 'warn' : ''}`}>
          <Icon name={isLocal ? 'alert' : 'info'} />
          <span>{isLocal ? texts.local : texts.unverified}</span>
        </p>
      )}
      <Decision request={request} query={query} />
    </>
  );
}

function Decision({
  request,
  query,
}: {
  readonly request: ClientRequest;
  readonly query: string;
}): JSX.Element {
  const state = sessionState.value;
  if (state.kind === 'starting') return <ContentSkeleton />;
  if (state.kind === 'signedIn' && state.session.identity.scope === 'account')
    return <AllowForm session={state.session} request={request} query={query} />;
  return (
    <KeyForm
      denyUrl={request.denyUrl}
      isOfStore={state.kind === 'signedIn'}
      problem={state.kind === 'signedIn' ? null : state.problem}
    />
  );
}

function Refused({
  text,
  children,
}: {
  readonly text: string;
  readonly children?: JSX.Element;
}): JSX.Element {
  return (
    <div class="refused" role="alert">
      <Icon name="alert" />
      <h1>{texts.refusedTitle}</h1>
      <p>{text}</p>
      <p class="faint">{texts.refusedHint}</p>
      {children}
    </div>
  );
}
