import type { FallbackFamily } from '../../packages/media/src/font/fallback-fonts.ts';
import type { GlyphSource } from '../../packages/media/src/font/glyph-source.ts';

/** A text of a script and the font that draws it. */
export interface ShapedSample {
  readonly script: string;
  readonly text: string;
  readonly source: GlyphSource;
}

const NOTO_SANS = 16;

export const SHAPED_SAMPLES: readonly ShapedSample[] = [
  sample('Arabic', 'ينتهي العرض بعد ٣ أيام وخمس دقائق', 'noto-sans-arabic'),
  sample('Arabic with vowels', 'ثَوَانٍ قَلِيلَةٌ', 'noto-sans-arabic'),
  sample('Urdu', 'پیشکش ختم ہونے میں گھنٹے', 'noto-sans-arabic'),
  sample('Hebrew', 'המבצע נגמר בעוד שעות', 'noto-sans-hebrew'),
  sample('Hebrew with points', 'שָׁלוֹם לְכֻלָּם', 'noto-sans-hebrew'),
  { script: 'Devanagari', text: 'क्षत्रिय घंटे मिनट श्री सेकंड', source: { builtin: NOTO_SANS } },
  sample('Thai', 'ชั่วโมง นาที วินาที สิ้นสุดแล้ว น้ำ', 'noto-sans-thai'),
  sample('Japanese', '残り時間はあと三日です', 'noto-sans-jp'),
  sample('Korean', '남은 시간 분 초', 'noto-sans-kr'),
  sample('Simplified Chinese', '距离活动结束还有两小时', 'noto-sans-sc'),
  sample('Bengali', 'অফার শেষ হতে ঘণ্টা মিনিট', 'noto-sans-bengali'),
  sample('Gujarati', 'કલાક મિનિટ ક્ષણ', 'noto-sans-gujarati'),
  sample('Gurmukhi', 'ਘੰਟੇ ਮਿੰਟ ਸਕਿੰਟ', 'noto-sans-gurmukhi'),
  sample('Kannada', 'ಗಂಟೆ ನಿಮಿಷ ಕ್ಷಣ', 'noto-sans-kannada'),
  sample('Khmer', 'ម៉ោង នាទី វិនាទី', 'noto-sans-khmer'),
  sample('Lao', 'ຊົ່ວໂມງ ນາທີ', 'noto-sans-lao'),
  sample('Malayalam', 'മണിക്കൂർ മിനിറ്റ് ദിവസങ്ങൾ', 'noto-sans-malayalam'),
  sample('Myanmar', 'နာရီ မိနစ် စက္ကန့်', 'noto-sans-myanmar'),
  sample('Sinhala', 'පැය මිනිත්තු තත්පර', 'noto-sans-sinhala'),
  sample('Tamil', 'மணி நிமிடங்கள் நொடி', 'noto-sans-tamil'),
  sample('Telugu', 'గంటలు నిమిషాలు క్షణం', 'noto-sans-telugu'),
  sample('Ethiopic', 'ሰዓታት ደቂቃዎች', 'noto-sans-ethiopic'),
  sample('Emoji', '🎁👍🏽👩‍👧🇩🇪', 'noto-emoji'),
  sample('Traditional Chinese', '距離活動結束還有兩小時', 'noto-sans-tc'),
];

function sample(script: string, text: string, family: FallbackFamily): ShapedSample {
  return { script, text, source: { fallback: { family, weight: 400 } } };
}
