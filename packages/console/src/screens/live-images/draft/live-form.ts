import type {
  FontSummary,
  LiveDesign,
  LiveDesignChanges,
  MapResponse,
  ResolveLiveImageResponse,
  StoreSummary,
  TimerPresetList,
} from '@vitrine/client';
import type { ImageChoices } from '../../../components/designer/fields/image-choices.ts';
import type { NamedParts } from '../names/named-parts.ts';
import type { SourcePlaces } from './source-places.ts';

/** Returns the changes that give a part of a design another name. Null: it can't have it. */
export type Rename = (design: LiveDesign, from: string, to: string) => LiveDesignChanges | null;

/** What each panel of the designer gets. */
export interface LiveForm extends ImageChoices {
  readonly design: LiveDesign;
  /** Returns the design with the changes that are not rendered yet. */
  readonly latest: () => LiveDesign;
  /** Returns the parts whose names no new part gets: also those whose removal the server has not taken yet. */
  readonly named: () => NamedParts;
  /** @param drag the drag that the changes belong to. */
  readonly change: (changes: LiveDesignChanges, drag?: symbol | null) => void;
  /** Gives a part another name, which takes along what others make of it meanwhile. */
  readonly rename: (renamed: Rename, from: string, to: string) => void;
  /** The rule whose version of the layers is seen and changed. Null: that of the picture. */
  readonly rule: string | null;
  /** What the server says about a member, such as `layers.Title.text`. */
  readonly problemOf: (path: string) => string | null;
  readonly fonts: readonly FontSummary[];
  /** Offers a font that was just added. */
  readonly addFont: (font: FontSummary) => void;
  readonly presets: TimerPresetList;
  readonly stores: readonly StoreSummary[];
  readonly maps: readonly MapResponse[];
  /** The properties of each source. */
  readonly places: SourcePlaces;
  /** What the shown opening gives. Null: not computed yet. */
  readonly resolved: ResolveLiveImageResponse | null;
}
