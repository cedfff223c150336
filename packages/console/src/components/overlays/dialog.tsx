import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLeaveQuestion } from '../../router/leave-question.ts';
import { signedInAs } from '../../session/session.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { Button, IconButton } from '../button.tsx';
import { copyText } from '../copy-button.tsx';
import { showToast } from '../toast.tsx';

const FIELDS =
  '.dialog-body :is(input:not([type=file], [type=checkbox], [type=radio], [readonly]), textarea, select)';

const TEXTS = 'input:is([type=text], [type=url], [type=number], :not([type])), textarea';
/** What is typed into them is no input of the dialog. */
const SEARCHES = '[type=search]';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** The buttons at the bottom. */
  readonly actions?: ComponentChildren;
  /** Submits the form of the dialog. Without it there is no form. */
  readonly onSubmit?: () => void;
  readonly width?: number;
  /** Whether the dialog fills the right edge of the window. */
  readonly isSide?: boolean;
  /** Whether it shows what nobody can see again, so that a press beside it does not close it. */
  readonly isSecret?: boolean;
}

/**
 * A modal dialog, open as long as it is rendered. Escape closes it, and so does a press beside it before something is typed
 * into it or chosen in it.
 */
export function Dialog(props: DialogProps): JSX.Element {
  const { title, onClose, children, actions, onSubmit, width, isSide = false, isSecret = false } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [isTyped, setTyped] = useState(false);
  const [openedBy] = useState(() => signedInAs.peek());
  useLeaveQuestion(isTyped, shellTexts.leave, true);
  const latest = useRef(() => {});
  latest.current = () => {
    if (isTyped && signedInAs.peek() !== openedBy && ref.current !== null) offerTexts(title, ref.current);
  };
  useLayoutEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    if (dialog !== null && !isSide) focusFirstField(dialog);
    if (width !== undefined) dialog?.style.setProperty('--dialog-width', `${width}px`);
    return () => {
      latest.current();
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [width]);

  const content = (
    <>
      <div class="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <IconButton icon="close" label={shellTexts.close} onClick={onClose} />
      </div>
      <div class="dialog-body">{children}</div>
      {actions && <div class="dialog-foot">{actions}</div>}
    </>
  );
  return (
    <dialog
      ref={ref}
      class={`dialog ${isSide ? 'side' : ''}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (isTyped || isSecret || event.target !== event.currentTarget) return;
        if (isOutside(event, event.currentTarget)) onClose();
      }}
      onInput={({ target }) => {
        if (!(target as HTMLElement).matches(SEARCHES)) setTyped(true);
      }}
    >
      {onSubmit === undefined ? (
        content
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          {content}
        </form>
      )}
    </dialog>
  );
}

interface SubmitActionsProps {
  readonly label: string;
  /** Default: primary. */
  readonly kind?: 'primary' | 'danger';
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly onCancel: () => void;
}

/** The actions of a dialog with a form: cancel and submit. */
export function SubmitActions(props: SubmitActionsProps): JSX.Element {
  const { label, kind = 'primary', busy, disabled = false, onCancel } = props;
  return (
    <>
      <Button onClick={onCancel}>{shellTexts.cancel}</Button>
      <Button type="submit" kind={kind} busy={busy} disabled={disabled}>
        {label}
      </Button>
    </>
  );
}

/** Moves the focus from the button that closes the dialog, which is first, to the first field. */
function focusFirstField(dialog: HTMLDialogElement): void {
  if (document.activeElement?.closest('.dialog-head') === null) return;
  dialog.querySelector<HTMLElement>(FIELDS)?.focus();
}

/** Says that the session has ended before what was typed into a dialog was sent, and offers to copy it. */
function offerTexts(title: string, dialog: HTMLDialogElement): void {
  const texts = [...dialog.querySelectorAll<HTMLInputElement>(TEXTS)].flatMap(({ value }) => value || []);
  if (texts.length === 0) return;
  const run = () => void copyText(texts.join('\n'));
  showToast(shellTexts.endedUnsaved(title), { isBad: true, action: { label: shellTexts.copy, run } });
}

function isOutside({ clientX, clientY }: PointerEvent, dialog: HTMLElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

interface ConfirmProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** The verb on the button: "Delete 12 records". */
  readonly action: string;
  readonly isDangerous?: boolean;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that can't be undone. */
export function ConfirmDialog(props: ConfirmProps): JSX.Element {
  const { title, children, action, isDangerous = false, busy = false, onConfirm, onClose } = props;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={onConfirm}
      actions={
        <>
          <Button onClick={onClose}>{shellTexts.cancel}</Button>
          <Button type="submit" kind={isDangerous ? 'danger' : 'primary'} busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
