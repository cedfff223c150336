import type { FunctionComponent, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { messageOf, ReplacedConsoleError } from '../../requests/describe-error.ts';
import { loadCode } from '../../requests/load-code.ts';
import { showToast } from '../toast.tsx';
import { useLoad } from './use-load.tsx';

interface LateProps<Props> {
  /** Loads the code. Always the same function. */
  readonly load: () => Promise<FunctionComponent<Props>>;
  readonly props: Props;
}

/**
 * A dialog that is seldom opened. Its code is loaded when it is first opened. Without a server it closes, and says why. A
 * server of another version has no such code: the page is loaded anew, as for a screen.
 */
export function Late<Props extends { readonly onClose: () => void }>({
  load,
  props,
}: LateProps<Props>): JSX.Element | null {
  const { data: Dialog, error } = useLoad(() => loadCode(load), [load]);
  useEffect(() => {
    if (error === null) return;
    if (error instanceof ReplacedConsoleError) window.location.reload();
    showToast(messageOf(error), { isBad: true });
    props.onClose();
  }, [error]);
  return Dialog === null ? null : <Dialog {...props} />;
}
