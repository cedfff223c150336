import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLeaveQuestion } from '../../router/leave-question.ts';
import { isPlainClick, Link } from '../../router/link.tsx';
import { signedInAs } from '../../session/session.ts';
import { secretTexts as texts } from '../../texts/en/access/secret.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { Button } from '../button.tsx';
import { CodeBlock } from '../code-block.tsx';
import { copyText } from '../copy-button.tsx';
import { Icon } from '../icon.tsx';
import { showToast } from '../toast.tsx';
import { Dialog } from './dialog.tsx';

interface SecretDialogProps {
  readonly title: string;
  /** Why it has to be copied now. */
  readonly warning: string;
  readonly secret: string;
  /** What the secret is, for screen readers. */
  readonly label: string;
  readonly children?: ComponentChildren;
  /** Places that know the secret, as long as the page lives. */
  readonly links?: readonly { readonly to: string; readonly label: string }[];
  readonly onClose: () => void;
}

/**
 * Shows a secret, the only time that anybody can see it. Before it is copied, only "Done" and the links leave the dialog
 * without a question, and the end of the session offers to copy it.
 */
export function SecretDialog(props: SecretDialogProps): JSX.Element {
  const { title, warning, secret, label, children, links = [], onClose } = props;
  const [isCopied, setCopied] = useState(false);
  const [openedBy] = useState(() => signedInAs.peek());
  const endQuestion = useLeaveQuestion(!isCopied, texts.leave, true);
  const latest = useRef(() => {});
  latest.current = () => {
    if (isCopied || signedInAs.peek() === openedBy) return;
    const run = () => void copyText(secret);
    showToast(texts.ended(title), { isBad: true, action: { label: shellTexts.copy, run } });
  };
  useLayoutEffect(() => () => latest.current(), []);
  const finish = () => {
    endQuestion();
    onClose();
  };
  return (
    <Dialog
      title={title}
      isSecret
      onClose={() => {
        if (isCopied || window.confirm(texts.leave)) finish();
      }}
      actions={
        <>
          {links.map((link) => (
            <Link
              key={link.to}
              class="button"
              to={link.to}
              onClick={(event) => {
                // A link that opens a new tab leaves the dialog here.
                if (isPlainClick(event)) endQuestion();
              }}
            >
              {link.label}
            </Link>
          ))}
          <Button kind="primary" onClick={finish}>
            {shellTexts.done}
          </Button>
        </>
      }
    >
      <p class="note warn" role="status">
        <Icon name="alert" />
        <span>{warning}</span>
      </p>
      <div onCopy={() => setCopied(true)}>
        <CodeBlock code={secret} label={label} isWrapped onCopied={() => setCopied(true)} />
      </div>
      {children}
    </Dialog>
  );
}
