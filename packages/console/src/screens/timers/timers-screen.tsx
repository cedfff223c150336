import type { Page as ListPage, TimerSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { useCommands } from '../../components/commands.ts';
import { SearchField } from '../../components/field.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState } from '../../components/states.tsx';
import { showToast } from '../../components/toast.tsx';
import { Loaded, useLoad } from '../../components/use-load.tsx';
import { Link } from '../../router/link.tsx';
import { navigate, query, setQuery } from '../../router/location.ts';
import { messageOf } from '../../session/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { timersTexts } from '../../texts/en/timers.ts';
import { OpenDraftDialog } from './open-draft-dialog.tsx';
import { TimerCard } from './timer-card.tsx';
import styles from './timers.css';

adoptStyles(styles);

const PAGE_SIZE = 24;
const NEW = '/timers/new';
const COMMANDS = [{ label: timersTexts.create, icon: 'add' as const, run: () => navigate(NEW) }];

/** The saved timers of the account, as cards with their pictures. */
export default function TimersScreen(): JSX.Element {
  const { client } = useSession();
  const text = query.value.get('q') ?? '';
  const search = text.trim();
  const request = { limit: PAGE_SIZE, ...(search === '' ? {} : { q: search }) };
  const load = useLoad(async (signal) => await client.timers.list(request, { signal }), [client, search]);
  useCommands(COMMANDS);
  const isEmpty = load.data?.items.length === 0 && search === '';

  return (
    <Page
      title={timersTexts.title}
      actions={
        <>
          <Button icon="eye" onClick={() => setQuery({ watch: '1' }, { push: true })}>
            {timersTexts.watch}
          </Button>
          {!isEmpty && (
            <Link class="button primary" to={NEW}>
              {timersTexts.create}
            </Link>
          )}
        </>
      }
    >
      {!isEmpty && (
        <div class="timers-bar">
          <SearchField label={timersTexts.search} value={text} onValue={(q) => setQuery({ q })} />
        </div>
      )}
      <Loaded load={load}>
        {(page) =>
          isEmpty ? (
            <EmptyState
              icon="timer"
              title={timersTexts.emptyTitle}
              actions={
                <Link class="button primary" to={NEW}>
                  {timersTexts.emptyAction}
                </Link>
              }
            >
              {timersTexts.emptyText}
            </EmptyState>
          ) : (
            <Cards first={page} request={request} onChanged={load.reload} />
          )
        }
      </Loaded>
      {query.value.has('watch') && <OpenDraftDialog onClose={() => setQuery({ watch: null })} />}
    </Page>
  );
}

interface CardsProps {
  readonly first: ListPage<TimerSummary>;
  readonly request: { readonly limit: number; readonly q?: string };
  readonly onChanged: () => void;
}

function Cards({ first, request, onChanged }: CardsProps): JSX.Element {
  const { client } = useSession();
  const [pages, setPages] = useState<readonly ListPage<TimerSummary>[]>([first]);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => setPages([first]), [first]);
  const timers = pages.flatMap(({ items }) => items);
  const cursor = pages.at(-1)?.cursor;

  async function more(): Promise<void> {
    if (cursor === undefined) return;
    setBusy(true);
    try {
      const next = await client.timers.list({ ...request, cursor });
      setPages([...pages, next]);
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
    }
    setBusy(false);
  }

  if (timers.length === 0) {
    return (
      <EmptyState
        icon="search"
        title={timersTexts.noMatch(request.q ?? '')}
        actions={<Button onClick={() => setQuery({ q: null })}>{timersTexts.clearSearch}</Button>}
      />
    );
  }
  return (
    <>
      <div class="timer-cards">
        {timers.map((timer) => (
          <TimerCard key={timer.id} timer={timer} onChanged={onChanged} />
        ))}
      </div>
      {cursor !== undefined && (
        <div class="timers-more">
          <Button busy={isBusy} onClick={() => void more()}>
            {timersTexts.more}
          </Button>
        </div>
      )}
    </>
  );
}
