import type { TimerSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { Button } from '../../components/button.tsx';
import { useCommands } from '../../components/commands.ts';
import { type DraftRef, draftAddress } from '../../components/drafts/draft-address.ts';
import { DraftCards } from '../../components/drafts/draft-cards.tsx';
import { useLeftDrafts } from '../../components/drafts/use-left-drafts.ts';
import { WatchDraftDialog } from '../../components/drafts/watch-draft-dialog.tsx';
import { SearchField } from '../../components/field.tsx';
import { NoMatch } from '../../components/pages/no-match.tsx';
import { Page } from '../../components/pages/page.tsx';
import { EmptyState } from '../../components/pages/states.tsx';
import { useKeptFocus } from '../../components/pages/use-kept-focus.ts';
import { Loaded } from '../../components/pages/use-load.tsx';
import { MoreButton, type Pages, usePages } from '../../components/pages/use-pages.tsx';
import { Link } from '../../router/link.tsx';
import { navigate, query, setQuery } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { draftsTexts } from '../../texts/en/images/drafts.ts';
import { timersTexts } from '../../texts/en/images/timers.ts';
import { TimerCard } from './timer-card.tsx';
import styles from './timers.css';

adoptStyles(styles);

const PAGE_SIZE = 24;
const BASE = '/timers';
const NEW = `${BASE}/new`;
const COMMANDS = [{ label: timersTexts.create, icon: 'add' as const, run: () => navigate(NEW) }];

/** The saved timers of the account, as cards with their pictures. */
export default function TimersScreen(): JSX.Element {
  const { client } = useSession();
  const text = query.value.get('q') ?? '';
  const search = text.trim();
  const pages = usePages(
    (page, signal) => {
      const request = { limit: PAGE_SIZE, ...(search === '' ? {} : { q: search }), ...page };
      return client.timers.list(request, signal ? { signal } : {});
    },
    [client, search],
  );
  useCommands(COMMANDS);
  useKeptFocus('main');
  const drafts = useLeftDrafts(
    async (signal) =>
      (await client.timers.drafts.list({ signal })).map((draft) => ({
        ...draft,
        draftId: draft.timerFrameId,
        imageId: draft.timerId,
      })),
    timersTexts.designer.newTitle,
    [client],
  );
  const isEmpty = pages.data?.items.length === 0 && search === '' && drafts.left.length === 0;

  return (
    <Page
      title={timersTexts.title}
      actions={
        <>
          <Button icon="eye" onClick={() => setQuery({ watch: '1' }, { push: true })}>
            {draftsTexts.watch}
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
      {search === '' && (
        <DraftCards
          drafts={drafts}
          base={BASE}
          remove={(draft) => client.timers.drafts.delete(refOf(draft))}
        />
      )}
      <Loaded load={pages}>
        {({ items }) =>
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
            <Cards pages={pages} timers={items} search={search} />
          )
        }
      </Loaded>
      {query.value.has('watch') && (
        <WatchDraftDialog
          previews="timer-frame-previews"
          find={async (ref) => {
            const { timerId } = await client.timers.drafts.get(refOf(ref));
            return draftAddress(BASE, { ...ref, imageId: timerId }, { watch: '1' });
          }}
          onClose={() => setQuery({ watch: null })}
        />
      )}
    </Page>
  );
}

const refOf = ({ draftId, conversationId }: DraftRef) => ({ timerFrameId: draftId, conversationId });

interface CardsProps {
  readonly pages: Pages<TimerSummary>;
  readonly timers: readonly TimerSummary[];
  readonly search: string;
}

function Cards({ pages, timers, search }: CardsProps): JSX.Element {
  if (timers.length === 0) {
    if (search === '') return <p class="faint">{timersTexts.noneSaved}</p>;
    return <NoMatch title={timersTexts.noMatch(search)} showAll={timersTexts.clearSearch} />;
  }
  return (
    <>
      <div class="picture-cards">
        {timers.map((timer) => (
          <TimerCard key={timer.id} timer={timer} onChanged={pages.reload} />
        ))}
      </div>
      <MoreButton pages={pages} label={timersTexts.more} />
    </>
  );
}
