import { shellTexts } from '../../texts/en/shell.ts';
import { formatNumber } from '../format.ts';
import { showToast } from '../toast.tsx';

/** Says that files wait until their account signs in again. @param isOther whether another one has signed in. */
export function sayHeldUploads(count: number, accountName: string, isOther: boolean): void {
  const { held, heldFor } = shellTexts.uploads;
  const [files, isOne] = [formatNumber(count), count === 1];
  showToast(isOther ? heldFor(files, isOne, accountName) : held(files, isOne), { isBad: true });
}
