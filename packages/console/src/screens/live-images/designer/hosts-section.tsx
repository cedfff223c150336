import type { JSX } from 'preact';
import { IconButton } from '../../../components/button.tsx';
import { FormSection } from '../../../components/designer/form-section.tsx';
import { liveImagesTexts } from '../../../texts/en/live/live-images.ts';
import type { AllowedHosts } from '../draft/image-hosts.ts';

const texts = liveImagesTexts.hosts;

/** The servers whose pictures all live images of the account show. Each can be removed. */
export function HostsSection({ hosts, remove }: AllowedHosts): JSX.Element {
  return (
    <FormSection title={texts.title}>
      <p class="faint">{texts.hint}</p>
      {hosts.length > 0 && (
        <ul class="allowed-hosts">
          {hosts.map((host) => (
            <li key={host}>
              {host}
              <IconButton
                size="small"
                icon="trash"
                label={texts.remove(host)}
                onClick={() => void remove(host)}
              />
            </li>
          ))}
        </ul>
      )}
    </FormSection>
  );
}
