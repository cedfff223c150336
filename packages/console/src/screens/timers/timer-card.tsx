import type { TimerSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CopyButton, copyText } from '../../components/copy-button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { formatAgo, formatMoment } from '../../components/format.ts';
import { MenuButton, type MenuEntry } from '../../components/menu.tsx';
import { reachWarning } from '../../components/reach-note.tsx';
import { showToast } from '../../components/toast.tsx';
import { Link } from '../../router/link.tsx';
import { navigate } from '../../router/location.ts';
import { messageOf } from '../../session/describe-error.ts';
import { useSession } from '../../session/session.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { timersTexts } from '../../texts/en/timers.ts';

interface TimerCardProps {
  readonly timer: TimerSummary;
  readonly onChanged: () => void;
}

/** A saved timer with its picture, as an e-mail would show it now. */
export function TimerCard({ timer, onChanged }: TimerCardProps): JSX.Element {
  const { client } = useSession();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { id, name, width, height } = timer;
  const address = `/timers/${id}`;
  const warning = reachWarning(timer.productionUrl);

  async function restore(): Promise<void> {
    try {
      await client.images.restore(id);
      showToast(timersTexts.restored(name));
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
    }
    onChanged();
  }

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await client.timers.delete(id);
      setAsking(false);
      showToast(timersTexts.deleted(name), { undo: () => void restore() });
      onChanged();
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
    }
    setBusy(false);
  }

  const copy = (text: string, done: string) => async () => {
    if (await copyText(text)) showToast(warning === null ? done : `${done} ${warning}`);
  };
  const items: MenuEntry[] = [
    { label: timersTexts.open, icon: 'edit', onSelect: () => navigate(address) },
    {
      label: timersTexts.copyUrl,
      icon: 'link',
      onSelect: copy(timer.productionUrl, timersTexts.urlCopied),
    },
    { label: timersTexts.copyHtml, icon: 'code', onSelect: copy(timer.html, timersTexts.htmlCopied) },
    {
      label: shellTexts.useInLiveImage,
      icon: 'live',
      onSelect: () => navigate(`/live-images/start?timer=${id}`),
    },
    null,
    { label: timersTexts.delete, icon: 'trash', isDangerous: true, onSelect: () => setAsking(true) },
  ];

  return (
    <article class="card timer-card">
      <div class="timer-picture">
        <img
          src={timer.renderedUrl}
          alt={timersTexts.pictureOf(name)}
          width={width}
          height={height}
          loading="lazy"
        />
      </div>
      <div class="timer-about">
        <h2 class="cut">
          <Link to={address} class="cut" title={name}>
            {name}
          </Link>
        </h2>
        <p class="cut soft">
          <EndText timer={timer} />
        </p>
        <div class="timer-line">
          {timer.expired ? (
            <span class="badge warn">{timersTexts.ended}</span>
          ) : (
            <span class="badge">{timersTexts.kinds[timer.targetKind]}</span>
          )}
          <CopyButton label={timersTexts.copyHtml} text={timer.html} warning={warning} />
        </div>
      </div>
      <div class="timer-menu">
        <MenuButton
          isIconOnly
          icon="more"
          size="small"
          align="end"
          label={timersTexts.actionsOf(name)}
          items={items}
        />
      </div>
      {isAsking && (
        <ConfirmDialog
          title={timersTexts.deleteTitle(name)}
          action={timersTexts.deleteAction}
          isDangerous
          busy={isBusy}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          <p>{timersTexts.deleteText}</p>
        </ConfirmDialog>
      )}
    </article>
  );
}

function EndText({ timer }: { readonly timer: TimerSummary }): JSX.Element {
  const { targetKind, targetDate, expired } = timer;
  if (targetKind === 'evergreen') return <>{timersTexts.wholeDuration}</>;
  return (
    <time dateTime={targetDate} title={formatMoment(targetDate)}>
      {(expired ? timersTexts.endedAt : timersTexts.ends)(
        `${formatAgo(targetDate)}, ${formatMoment(targetDate)}`,
      )}
    </time>
  );
}
