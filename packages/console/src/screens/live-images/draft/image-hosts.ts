import type { Client } from '@vitrine/client';
import { useLoad } from '../../../components/pages/use-load.tsx';
import { showToast } from '../../../components/toast.tsx';
import { messageOf } from '../../../requests/describe-error.ts';
import type { LiveEditor } from './live-editor.ts';

/** The hosts whose pictures live images of the account show. */
export interface AllowedHosts {
  /** Empty until they are loaded. */
  readonly hosts: readonly string[];
  readonly allow: (host: string) => Promise<void>;
  readonly remove: (host: string) => Promise<void>;
}

/** Reads and changes the allowed hosts. After a change, the draft is drawn again with its warnings. */
export function useImageHosts({ imageHosts }: Client, editor: LiveEditor): AllowedHosts {
  const load = useLoad((signal) => imageHosts.get({ signal }), [imageHosts]);
  const change = async (changed: (hosts: readonly string[]) => readonly string[]) => {
    try {
      // Another tab may have changed the list since it was loaded.
      const { hosts } = await imageHosts.get();
      load.replace(await imageHosts.set([...changed(hosts)]));
      await editor.refresh(new AbortController().signal, true);
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
    }
  };
  return {
    hosts: load.data?.hosts ?? [],
    allow: (host) => change((hosts) => [...hosts, host]),
    remove: (host) => change((hosts) => hosts.filter((one) => one !== host)),
  };
}
