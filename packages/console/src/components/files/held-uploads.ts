import { uploadsTexts as texts } from '../../texts/en/uploads.ts';
import { formatNumber } from '../format.ts';
import { showToast } from '../toast.tsx';

/**
 * Says that files wait until their account signs in again. Returns a function that takes it back.
 *
 * @param isOther whether another account has signed in.
 */
export function sayHeldUploads(count: number, accountName: string, isOther: boolean): () => void {
  const [files, isOne] = [formatNumber(count), count === 1];
  return showToast(isOther ? texts.heldFor(files, isOne, accountName) : texts.held(files, isOne), {
    isBad: true,
  });
}
