import type { JSX } from 'preact';
import { DesignUses } from '../../components/pictures/design-uses.tsx';
import { useSession } from '../../session/session.ts';
import { schemaTexts } from '../../texts/en/stores/schema.ts';
import { placesOfProperty } from './property-places.ts';

const texts = schemaTexts.uses;

interface PropertyUsesProps {
  readonly storeId: string;
  readonly name: string;
}

/** The saved timers and live images that read a property by its name. A store key can't read them. */
export function PropertyUses({ storeId, name }: PropertyUsesProps): JSX.Element | null {
  const { identity } = useSession();
  if (identity.scope !== 'account') return null;
  return (
    <DesignUses
      placesIn={(saved) => placesOfProperty(storeId, name, saved)}
      some={texts.stop}
      notSearched={texts.notSearched}
    />
  );
}
