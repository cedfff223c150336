import {
  BEBAS,
  INTER,
  INTER_BOLD,
  MONTSERRAT,
  MONTSERRAT_BOLD,
  NOTO,
  NOTO_BOLD,
  OPEN_SANS,
  OPEN_SANS_BOLD,
  OSWALD_BOLD,
  PLAYFAIR,
  PLAYFAIR_BOLD,
  ROBOTO_MONO_BOLD,
} from '../make-design.ts';
import { button, CENTER, type GalleryLive, image, live, MIDDLE, shape, text, timer } from './make-live.ts';
import type { PictureName } from './product-pictures.ts';

export interface LiveSection {
  readonly title: string;
  readonly columns: number;
  readonly images: readonly GalleryLive[];
}

const INK = '#172033';
const MUTED = '#5d6880';
const CARD = [600, 200] as const;
const WIDE = [600, 160] as const;

/** What a product card shows of a record. */
interface Product {
  readonly picture: PictureName | null;
  readonly greeting: string;
  readonly title: string;
  readonly price: string;
  readonly call: string;
}

interface Look {
  readonly fonts: readonly [plain: number, bold: number];
  readonly ground: string;
  readonly ink: string;
  readonly accent: string;
  readonly isRightToLeft?: boolean;
  readonly locale?: string;
  readonly scale?: 1 | 2;
}

const CALM: Look = { fonts: [INTER, INTER_BOLD], ground: '#ffffff', ink: INK, accent: '#d6336c' };

/** A product for a reader, with its picture on the side where reading begins. */
function productCard(name: string, product: Product, look: Look): Promise<GalleryLive> {
  const { fonts, ground, ink, accent, isRightToLeft = false, locale = 'en', scale = 1 } = look;
  const [plain, bold] = fonts;
  const align = isRightToLeft ? 'right' : 'left';
  const left = isRightToLeft ? 28 : 232;
  const muted = { align, ...MIDDLE } as const;
  const { picture } = product;
  return live(
    name,
    CARD,
    { color: ground },
    [
      picture === null
        ? shape(`${accent}22`, [isRightToLeft ? 400 : 0, 0, 200, 200])
        : image(picture, [isRightToLeft ? 400 : 0, 0, 200, 200]),
      text(plain, 15, accent, [left, 20, 340, 22], product.greeting, muted),
      text(bold, 25, ink, [left, 44, 340, 62], product.title, { align, valign: 'middle', lineHeight: 1.15 }),
      text(plain, 17, ink, [left, 108, 340, 26], product.price, muted),
      button(bold, 15, ['#ffffff', accent], [isRightToLeft ? 218 : left, 144, 150, 38], product.call),
    ],
    { locale, scale },
  );
}

const JANA: Product = {
  picture: 'tote',
  greeting: 'Picked for you, Jana',
  title: 'Tote “Wave” in walnut leather',
  price: '€49.90 · 3 left in stock',
  call: 'See it',
};

const TEMPLATES = await Promise.all([
  productCard('product-card', JANA, CALM),
  live('price-with-stock', CARD, { color: '#0f2a25' }, [
    image('mug', [380, 0, 220, 200]),
    text(MONTSERRAT, 14, '#8fd6bf', [32, 24, 320, 20], 'Still in your basket, Matteo', MIDDLE),
    text(MONTSERRAT_BOLD, 26, '#ffffff', [32, 46, 320, 60], 'Stoneware mug, 350\u00a0ml', {
      lineHeight: 1.15,
      ...MIDDLE,
    }),
    text(BEBAS, 52, '#ffd479', [32, 112, 150, 60], '$18.50', MIDDLE),
    shape('#ffffff1f', [172, 124, 176, 36], { radius: 18 }),
    shape('#ffb020', [188, 138, 8, 8], { shape: 'ellipse' }),
    text(MONTSERRAT, 14, '#ffffff', [204, 124, 140, 36], 'Only 2 left', MIDDLE),
  ]),
  live('greeting', WIDE, { picture: 'dusk' }, [
    shape('#1a103c', [0, 0, 600, 160], { color: '#1a103c66' }),
    text(PLAYFAIR_BOLD, 40, '#ffffff', [40, 34, 520, 54], 'Good evening, Amara', CENTER),
    text(PLAYFAIR, 18, '#ffe3d3', [40, 90, 520, 32], 'Twelve new stories since Tuesday', CENTER),
  ]),
  live('countdown-over-a-product', CARD, { color: '#fff5f7' }, [
    image('sneaker', [0, 0, 220, 200]),
    text(OSWALD_BOLD, 28, '#7a1230', [244, 20, 332, 40], 'Runner 2 at 30 % off', MIDDLE),
    text(INTER, 15, '#7a1230', [244, 60, 332, 22], 'Your size 42 is reserved, Ivo', MIDDLE),
    timer([244, 96, 332, 84], 93_784, {
      digits: {
        fontId: OSWALD_BOLD,
        size: 34,
        color: '#ffffff',
        box: { style: 'unit', color: '#c81e4a', radius: 10, padding: 8 },
      },
      labels: { fontId: INTER, size: 10, color: '#7a1230' },
      separator: { show: false },
      layout: { padding: 0, gap: 10, align: 'left' },
    }),
  ]),
  live('nearest-shop', CARD, { color: '#eef3fb' }, [
    shape('#dbe6f7', [0, 0, 210, 200], { gradient: { color: '#c2d4f0', angle: 160 } }),
    shape('#ffffff', [0, 120, 210, 12]),
    shape('#ffffff', [90, -10, 12, 220]),
    shape('#ffffffb0', [0, 48, 210, 7]),
    shape('#ffffffb0', [160, -10, 7, 220]),
    shape('#9fc3a8', [114, 62, 38, 50], { radius: 6 }),
    shape('#1d4ed8', [78, 84, 36, 36], {
      shape: 'ellipse',
      border: { color: '#ffffff', width: 5 },
      shadow: { color: '#0b204066', x: 0, y: 4, blur: 10 },
    }),
    text(INTER, 14, '#1d4ed8', [236, 24, 340, 20], 'Nearest to 10001', MIDDLE),
    text(INTER_BOLD, 26, INK, [236, 48, 340, 34], 'Chelsea Market', MIDDLE),
    text(INTER, 16, MUTED, [236, 84, 340, 46], '75 9th Avenue, New York\n0.9 miles · open until 9 pm', {
      lineHeight: 1.4,
    }),
    button(INTER_BOLD, 15, ['#ffffff', '#1d4ed8'], [236, 142, 140, 38], 'Directions'),
  ]),
  live('event-invitation', [600, 220], { color: '#101630', gradient: { color: '#3a1c71', angle: 135 } }, [
    shape('#ffffff14', [400, -80, 280, 280], { shape: 'ellipse' }),
    shape('#ff9a5a2b', [470, 60, 220, 220], { shape: 'ellipse' }),
    shape('#ffffff', [36, 40, 104, 140], {
      radius: 14,
      shadow: { color: '#00000066', x: 0, y: 8, blur: 20 },
    }),
    shape('#ff5d5d', [36, 40, 104, 40], { radius: 14 }),
    shape('#ff5d5d', [36, 62, 104, 18]),
    text(INTER_BOLD, 17, '#ffffff', [36, 40, 104, 40], 'MAR', CENTER),
    text(MONTSERRAT_BOLD, 56, '#1b1f3b', [36, 80, 104, 72], '17', CENTER),
    text(INTER, 14, MUTED, [36, 146, 104, 24], 'Tuesday', CENTER),
    text(MONTSERRAT_BOLD, 30, '#ffffff', [172, 38, 392, 72], 'Wei, you are invited to Studio Night', {
      lineHeight: 1.15,
      valign: 'middle',
    }),
    text(INTER, 16, '#d9cffb', [172, 116, 392, 26], '18:30 · Hall 4, Vienna · Seat C-12', MIDDLE),
    button(INTER_BOLD, 15, ['#1b1f3b', '#ffd166'], [172, 152, 150, 38], 'Save my seat'),
  ]),
  live('loyalty-points', WIDE, { color: '#fffaf0' }, [
    text(INTER, 15, '#8a6414', [32, 22, 380, 22], 'Gold member since 2021', MIDDLE),
    text(INTER_BOLD, 30, '#3b2a05', [32, 44, 400, 40], '2,840 points, Björn', MIDDLE),
    shape('#f1e2bd', [32, 98, 536, 16], { radius: 8 }),
    shape('#e0a100', [32, 98, 380, 16], { radius: 8, gradient: { color: '#ffcf4a', angle: 90 } }),
    text(INTER, 14, '#8a6414', [32, 120, 380, 24], '160 more for a free night', MIDDLE),
    shape('#e0a100', [508, 26, 60, 60], {
      shape: 'ellipse',
      gradient: { color: '#ffd966', angle: 180 },
      shadow: { color: '#8a641455', x: 0, y: 3, blur: 8 },
    }),
    text(PLAYFAIR_BOLD, 30, '#ffffff', [508, 26, 60, 60], 'G', CENTER),
  ]),
  live('back-in-stock', CARD, { color: '#f4f1ff' }, [
    image('headphones', [380, 20, 200, 160], { radius: 20 }),
    button(INTER_BOLD, 12, ['#3b2a74', '#d9cdfb'], [32, 28, 128, 28], 'BACK IN STOCK'),
    text(MONTSERRAT_BOLD, 26, '#2b1d5c', [32, 64, 330, 64], 'Studio One is waiting for you, Zoë', {
      lineHeight: 1.15,
      valign: 'middle',
    }),
    text(INTER, 16, '#5b4c91', [32, 136, 330, 40], '€189.00 in violet, your colour', MIDDLE),
  ]),
  live('appointment', WIDE, { color: '#e9f7f1' }, [
    shape('#0f766e', [0, 0, 10, 160]),
    text(OPEN_SANS, 15, '#0f766e', [36, 22, 360, 22], 'Your next appointment', MIDDLE),
    text(OPEN_SANS_BOLD, 27, '#06302c', [36, 46, 380, 38], 'Monday, 9 March, 14:30', MIDDLE),
    text(
      OPEN_SANS,
      16,
      '#3c6b65',
      [36, 88, 380, 52],
      'Dr. Fátima Silva, room 12\nPlease bring your card, Oluwaseun.',
      { lineHeight: 1.5 },
    ),
    timer([420, 30, 160, 100], 190_000, {
      units: { seconds: { show: false }, minutes: { show: false } },
      digits: { fontId: OPEN_SANS_BOLD, size: 36, color: '#06302c' },
      labels: { fontId: OPEN_SANS, size: 12, color: '#3c6b65' },
      frames: 1,
      layout: { padding: 2 },
    }),
  ]),
  live('coupon', WIDE, { color: '#ffffff' }, [
    shape('#111827', [10, 10, 580, 140], { radius: 16 }),
    shape('#ffffff', [398, 0, 20, 20], { shape: 'ellipse' }),
    shape('#ffffff', [398, 140, 20, 20], { shape: 'ellipse' }),
    ...[30, 48, 66, 84, 102, 120].map((y) => shape('#4b5563', [407, y, 2, 9])),
    text(OSWALD_BOLD, 42, '#ffffff', [36, 28, 350, 56], '20 % off, Yuki', MIDDLE),
    text(INTER, 15, '#9ca3af', [36, 88, 350, 40], 'On everything in the winter sale.\nEnds on Sunday.', {
      lineHeight: 1.35,
    }),
    text(INTER, 13, '#9ca3af', [424, 36, 150, 20], 'Your code', CENTER),
    shape('#facc15', [434, 62, 132, 44], { radius: 8 }),
    text(ROBOTO_MONO_BOLD, 21, '#111827', [438, 62, 124, 44], 'YUKI-7F3A', CENTER),
  ]),
]);

const SCRIPTS = await Promise.all([
  productCard(
    'czech',
    {
      picture: 'lamp',
      greeting: 'Vybráno pro vás, Žofie',
      title: 'Stolní lampa „Večer“',
      price: '1 290 Kč · skladem',
      call: 'Zobrazit',
    },
    { ...CALM, ground: '#f3f6fc', accent: '#3056b0' },
  ),
  productCard(
    'cyrillic',
    {
      picture: 'mug',
      greeting: 'Для вас, Анна',
      title: 'Керамическая кружка, 350 мл',
      price: '1 490 ₽ · осталось 3 шт.',
      call: 'Посмотреть',
    },
    { fonts: [OPEN_SANS, OPEN_SANS_BOLD], ground: '#f2faf6', ink: '#123b30', accent: '#1b7a60' },
  ),
  productCard(
    'greek',
    {
      picture: 'plant',
      greeting: 'Για εσάς, Ελένη',
      title: 'Φυτό εσωτερικού χώρου σε γλάστρα',
      price: '24,90 € · 5 διαθέσιμα',
      call: 'Δείτε το',
    },
    { ...CALM, ground: '#fbfdf5', ink: '#2b3d18', accent: '#5a7d22', locale: 'el' },
  ),
  productCard(
    'arabic',
    {
      picture: 'headphones',
      greeting: 'اخترناها لك يا ليلى',
      title: 'سماعات ستوديو بخاصية عزل الضوضاء',
      price: '189٫00 ر.س · بقيت 3 قطع',
      call: 'شاهدها',
    },
    {
      fonts: [NOTO, NOTO_BOLD],
      ground: '#f6f2ff',
      ink: '#2b1d5c',
      accent: '#6a48c9',
      isRightToLeft: true,
      locale: 'ar',
    },
  ),
  productCard(
    'hebrew',
    {
      picture: 'sneaker',
      greeting: 'נבחר במיוחד בשבילך, יעל',
      title: 'נעלי ריצה Runner 2 במידה 42',
      price: '₪349.90 · נותרו 2',
      call: 'לפרטים',
    },
    {
      fonts: [OPEN_SANS, OPEN_SANS_BOLD],
      ground: '#fff6f8',
      ink: '#5b0f26',
      accent: '#c81e4a',
      isRightToLeft: true,
      locale: 'he',
    },
  ),
  productCard(
    'hindi',
    {
      picture: 'tote',
      greeting: 'आपके लिए, प्रिया',
      title: 'चमड़े का टोट बैग “लहर”',
      price: '₹4,990 · केवल 3 बचे हैं',
      call: 'अभी देखें',
    },
    { fonts: [NOTO, NOTO_BOLD], ground: '#fff8ef', ink: '#4a2c12', accent: '#b45a16', locale: 'hi' },
  ),
  productCard(
    'thai',
    {
      picture: 'lamp',
      greeting: 'เลือกให้คุณมานี',
      title: 'โคมไฟตั้งโต๊ะแสงนวลสบายตา',
      price: '฿1,290 · เหลือ 4 ชิ้น',
      call: 'ดูสินค้า',
    },
    { ...CALM, ground: '#f4f6fd', accent: '#3d5488', locale: 'th' },
  ),
  productCard(
    'japanese',
    {
      picture: 'mug',
      greeting: '田中さんへのおすすめ',
      title: '手作りの陶器マグカップ 350ml',
      price: '¥2,480（残り3点）',
      call: '詳しく見る',
    },
    { ...CALM, ground: '#f3faf7', ink: '#12372d', accent: '#1b7a60', locale: 'ja' },
  ),
  productCard(
    'korean',
    {
      picture: 'headphones',
      greeting: '지민 님을 위한 추천',
      title: '스튜디오 원 노이즈 캔슬링 헤드폰',
      price: '₩189,000 · 3개 남음',
      call: '자세히 보기',
    },
    { ...CALM, ground: '#f6f2ff', ink: '#2b1d5c', accent: '#6a48c9', locale: 'ko' },
  ),
  productCard(
    'chinese',
    {
      picture: 'plant',
      greeting: '为您推荐，小雨',
      title: '室内绿植盆栽，好养又净化空气',
      price: '¥99.00 · 仅剩5件',
      call: '立即查看',
    },
    { ...CALM, ground: '#f7fbef', ink: '#2b3d18', accent: '#4c8b3a', locale: 'zh-Hans' },
  ),
]);

const CUT_OFF =
  'Handcrafted weekender with brass zips, a padded sleeve for laptops of up to sixteen inches, and a strap';

const VALUES = await Promise.all([
  productCard('default-for-the-name', { ...JANA, greeting: 'Picked for you, friend' }, CALM),
  productCard('no-photo', { ...JANA, picture: null }, CALM),
  productCard('no-price', { ...JANA, price: '' }, CALM),
  productCard(
    'no-record',
    {
      ...JANA,
      picture: null,
      title: 'New in the shop this week',
      price: 'Have a look around',
      call: 'Go to the shop',
    },
    CALM,
  ),
  productCard('short-values', { ...JANA, greeting: 'Hi Bo', title: 'Tote', price: '€9', call: 'Go' }, CALM),
  productCard(
    'long-title-shrinks',
    { ...JANA, title: 'Handcrafted weekender with brass zips and a padded sleeve for laptops' },
    CALM,
  ),
  productCard('longest-title-is-cut', { ...JANA, title: `${CUT_OFF}, ${CUT_OFF}` }, CALM),
  productCard('a-word-without-spaces', { ...JANA, title: `SKU-${'A1B2C3D4E5'.repeat(50)}` }, CALM),
  productCard(
    'emoji-and-signs',
    {
      ...JANA,
      greeting: 'For you, Jana 💛',
      title: 'Tote 👜 → 30 % off ★★★★☆',
      price: '€49.90 ✓ free returns',
    },
    CALM,
  ),
  productCard(
    'right-to-left-with-numbers',
    {
      picture: 'tote',
      greeting: 'שלום Jana!',
      title: 'הזמנה 1234-56 (3 פריטים) תגיע ב-17:30',
      price: '₪1,249.90 · 100%',
      call: 'מעקב',
    },
    {
      fonts: [OPEN_SANS, OPEN_SANS_BOLD],
      ground: '#fff8ef',
      ink: '#4a2c12',
      accent: '#b45a16',
      isRightToLeft: true,
      locale: 'he',
    },
  ),
]);

const LOOKS = await Promise.all([
  productCard('card-at-twice-the-size', JANA, { ...CALM, scale: 2 }),
  live(
    'greeting-at-twice-the-size',
    WIDE,
    { picture: 'meadow' },
    [
      shape('#ffffff', [150, 34, 300, 92], {
        color: '#ffffffd9',
        radius: 18,
        shadow: { color: '#12402a40', x: 0, y: 6, blur: 18 },
      }),
      text(PLAYFAIR_BOLD, 28, '#1d4030', [160, 44, 280, 42], 'Spring is here, Noor', CENTER),
      text(INTER, 15, '#3d6b52', [160, 84, 280, 26], 'Plan your first hike', CENTER),
    ],
    { scale: 2 },
  ),
  live('transparent-badge', [300, 120], { transparent: true }, [
    shape('#dc2626', [90, 10, 120, 100], { shape: 'ellipse', gradient: { color: '#f97316', angle: 160 } }),
    text(OSWALD_BOLD, 38, '#ffffff', [100, 22, 100, 50], '−30 %', CENTER),
    text(INTER_BOLD, 13, '#ffffff', [100, 70, 100, 20], 'for Kofi', CENTER),
  ]),
  live('transparent-signature', [300, 120], { transparent: true }, [
    image('tote', [10, 20, 80, 80], { radius: 40 }),
    text(INTER_BOLD, 20, INK, [106, 24, 190, 28], 'Mira Okafor', MIDDLE),
    text(INTER, 14, MUTED, [106, 52, 190, 44], 'Your personal shopper\n+43 1 234 56 78', {
      lineHeight: 1.45,
    }),
  ]),
  live('dark-stats', WIDE, { color: '#0b1020' }, [
    ...['Runs', 'Kilometres', 'Best pace'].flatMap((label, at) => [
      shape('#161d36', [24 + at * 188, 24, 176, 112], { radius: 14, border: { color: '#2b3763', width: 1 } }),
      text(
        INTER_BOLD,
        34,
        ['#7dd3fc', '#86efac', '#fca5a5'][at] ?? INK,
        [32 + at * 188, 40, 160, 46],
        ['23', '184.6', '4:52'][at] ?? '',
        CENTER,
      ),
      text(INTER, 14, '#94a3c8', [32 + at * 188, 88, 160, 26], label, CENTER),
    ]),
  ]),
  live('outlined', WIDE, { color: '#fdf6ec' }, [
    shape('#ffffff00', [20, 20, 560, 120], { border: { color: '#b08968', width: 2 }, radius: 60 }),
    text(PLAYFAIR, 17, '#7f5539', [80, 34, 440, 28], 'A table for two', CENTER),
    text(PLAYFAIR_BOLD, 34, '#5b3a22', [80, 60, 440, 46], 'See you on Friday, Elif', CENTER),
    text(PLAYFAIR, 15, '#9c6b46', [80, 106, 440, 24], '20:00 · Trattoria Lago', CENTER),
  ]),
  live('countdown-on-a-photo', CARD, { picture: 'dusk' }, [
    text(MONTSERRAT_BOLD, 26, '#ffffff', [30, 24, 540, 38], 'Your early access opens in', CENTER),
    timer([60, 70, 480, 104], 5_025, {
      digits: {
        fontId: MONTSERRAT_BOLD,
        size: 46,
        color: '#ffffff',
        box: {
          style: 'digit',
          color: '#0b102a80',
          radius: 8,
          padding: 9,
          border: { color: '#ffffff55', width: 1 },
        },
      },
      labels: { fontId: MONTSERRAT, size: 12, color: '#ffe3d3' },
      separator: { show: false },
      layout: { padding: 2 },
    }),
  ]),
  live('countdown-with-rings', CARD, { color: '#f8fafc' }, [
    image('plant', [0, 0, 200, 200]),
    text(INTER_BOLD, 21, INK, [222, 20, 356, 30], 'Last chance for free delivery, Ana', MIDDLE),
    timer([222, 58, 356, 126], 7_407, {
      units: { days: { show: false } },
      digits: {
        fontId: INTER_BOLD,
        size: 28,
        color: INK,
        ring: { color: '#16a34a', track: '#dcfce7', width: 6, padding: 12 },
      },
      labels: { fontId: INTER, size: 12, color: MUTED },
      separator: { show: false },
      layout: { padding: 2 },
    }),
  ]),
  live('countdown-that-has-ended', CARD, { color: '#1f2937' }, [
    image('sneaker', [400, 0, 200, 200]),
    text(OSWALD_BOLD, 28, '#ffffff', [30, 24, 350, 40], 'Runner 2', MIDDLE),
    timer([30, 76, 350, 96], 0, {
      digits: { fontId: OSWALD_BOLD, size: 40, color: '#fca5a5' },
      expired: { behaviour: 'message', message: 'This offer is over. The next one starts on Friday.' },
      layout: { padding: 0 },
    }),
  ]),
  live('two-countdowns', WIDE, { color: '#0b1020', gradient: { color: '#1e1b4b', angle: 120 } }, [
    ...(['Members', 'Everyone'] as const).flatMap((who, at) => [
      text(INTER_BOLD, 17, '#c7d2fe', [20 + at * 290, 22, 270, 26], who, CENTER),
      timer([20 + at * 290, 54, 270, 86], 3_725 + at * 86_400, {
        digits: { fontId: BEBAS, size: 48, color: '#ffffff' },
        labels: { fontId: INTER, size: 10, color: '#a5b4fc' },
        layout: { padding: 2 },
      }),
    ]),
  ]),
]);

/** The live images of the gallery. */
export const LIVE_SECTIONS: readonly LiveSection[] = [
  { title: 'Ten templates', columns: 2, images: TEMPLATES },
  { title: 'Ten languages', columns: 2, images: SCRIPTS },
  { title: 'Missing, short and long values', columns: 2, images: VALUES },
  { title: 'Twice the pixels, transparent, and countdowns', columns: 2, images: LOOKS },
];
