import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { shellTexts } from '../texts/en/shell.ts';
import { Button, IconButton } from './button.tsx';
import { showToast } from './toast.tsx';

interface CopyButtonProps {
  /** The text, or a function that makes it when the button is pressed. */
  readonly text: string | (() => string);
  /** Default "Copy". */
  readonly label?: string;
  readonly isIconOnly?: boolean;
  readonly size?: 'normal' | 'small';
  /** What the user should know about what was copied. */
  readonly warning?: string | null;
  readonly onCopied?: (() => void) | undefined;
}

const CONFIRMED_MS = 1_600;

/** Copies a text and says so for a moment. */
export function CopyButton({
  text,
  label = shellTexts.copy,
  isIconOnly = false,
  size = 'small',
  warning = null,
  onCopied,
}: CopyButtonProps): JSX.Element {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = async () => {
    if (!(await copyText(typeof text === 'string' ? text : text()))) return;
    setDone(true);
    onCopied?.();
    if (warning !== null) showToast(warning);
  };
  const shown = isDone ? shellTexts.copied : label;
  if (isIconOnly)
    return <IconButton size={size} icon={isDone ? 'check' : 'copy'} label={shown} onClick={copy} />;
  return (
    <Button size={size} icon={isDone ? 'check' : 'copy'} onClick={copy}>
      <span aria-live="polite">{shown}</span>
    </Button>
  );
}

/** Copies a text. Says so if the browser does not allow it, as on pages without TLS. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** The way for pages that were not loaded over TLS, where there is no clipboard interface. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'unseen';
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  const before = document.activeElement;
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  if (!isCopied) showToast(shellTexts.notCopied, { isBad: true });
  return isCopied;
}
