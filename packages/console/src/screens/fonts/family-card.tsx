import type { FontSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { formatNumber } from '../../components/format.ts';
import { fontsTexts } from '../../texts/en/images/fonts.ts';
import type { FontFamily } from './font-families.ts';

interface FamilyCardProps {
  readonly family: FontFamily;
  readonly onOpen: (font: FontSummary) => void;
  /** Called when the picture of a font does not load, as its URL has expired. */
  readonly onBroken: () => void;
}

/** A family with each of its fonts, set in itself. */
export function FamilyCard({ family, onOpen, onBroken }: FamilyCardProps): JSX.Element {
  return (
    <article class="card family-card">
      <h3 class="cut" dir="auto" title={family.name}>
        {family.name}
      </h3>
      <ul>
        {family.fonts.map((font) => (
          <li key={font.id}>
            <button type="button" onClick={() => onOpen(font)}>
              <span class="font-line">
                <span class="cut" dir="auto">
                  {font.style}
                </span>
                {font.variable && <span class="badge">{fontsTexts.variable}</span>}
                {!font.hasDigits && <span class="badge warn">{fontsTexts.noDigits}</span>}
                <span class="faint number">
                  {formatNumber(font.weight)} · {font.format.toUpperCase()}
                </span>
              </span>
              <span class="font-ink">
                <img
                  src={font.previewUrl}
                  alt={fontsTexts.sampleOf(font.fullName)}
                  width={640}
                  height={96}
                  loading="lazy"
                  onError={onBroken}
                />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </article>
  );
}
