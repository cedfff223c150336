import {
  BEBAS,
  type GalleryDesign,
  INTER,
  INTER_BOLD,
  MONTSERRAT,
  MONTSERRAT_BOLD,
  make,
  OSWALD_BOLD,
  PLAYFAIR,
  PLAYFAIR_BOLD,
  RADIUS,
  ROBOTO_BOLD,
} from './make-design.ts';

/** Pictures, transparency and what is shown after the end. */
export const GROUNDS: readonly GalleryDesign[] = [
  make(
    'on-a-picture',
    [MONTSERRAT_BOLD, MONTSERRAT_BOLD],
    { labels: { color: '#ffffff', size: 14 } },
    { photo: 'dusk' },
  ),
  make(
    'boxes-on-a-picture',
    [ROBOTO_BOLD, ROBOTO_BOLD],
    {
      digits: { size: 56, color: '#20402a', box: { ...RADIUS, radius: 14 } },
      labels: { color: '#12281a', locale: 'sv', size: 14 },
      separator: { show: false },
    },
    { photo: 'meadow' },
  ),
  make(
    'glass-on-a-picture',
    [MONTSERRAT_BOLD, MONTSERRAT_BOLD],
    {
      digits: {
        size: 54,
        box: {
          style: 'digit',
          color: '#0b102a66',
          radius: 10,
          padding: 9,
          border: { color: '#ffffff66', width: 1 },
        },
      },
      labels: { color: '#fffffff0', size: 13 },
      separator: { show: false },
    },
    { photo: 'dusk' },
  ),
  make(
    'rings-on-a-picture',
    [MONTSERRAT_BOLD, MONTSERRAT_BOLD],
    {
      digits: {
        size: 34,
        color: '#0f3d24',
        ring: { color: '#0f5132', track: '#ffffffb3', width: 6, padding: 12 },
      },
      labels: { color: '#0f3d24', size: 13 },
      separator: { show: false },
    },
    { photo: 'meadow' },
  ),
  make('transparent', [INTER_BOLD, INTER_BOLD], {
    background: { color: '#ffffff', transparent: true },
    digits: { color: '#111827' },
    labels: { color: '#b91c1c', size: 16 },
  }),
  make('transparent-flip', [INTER_BOLD, INTER_BOLD], {
    background: { color: '#ffffff', transparent: true },
    digits: { size: 56, color: '#ffffff', box: { style: 'flip', color: '#1d3557', radius: 8, padding: 9 } },
    labels: { color: '#1d3557', size: 13 },
    separator: { show: false },
  }),
  make('transparent-rings', [MONTSERRAT_BOLD, MONTSERRAT_BOLD], {
    background: { color: '#ffffff', transparent: true },
    digits: {
      size: 34,
      color: '#0f172a',
      ring: { color: '#e11d48', track: '#fbd5dd', width: 6, padding: 12 },
    },
    labels: { color: '#475569', size: 13 },
    separator: { show: false },
  }),
  make('transparent-boxes', [OSWALD_BOLD, INTER_BOLD], {
    background: { color: '#ffffff', transparent: true },
    digits: {
      size: 60,
      box: { color: '#111827', radius: 16, padding: 16, border: { color: '#f59e0b', width: 3 } },
    },
    labels: { color: '#111827', locale: 'nb', size: 14 },
    separator: { color: '#111827' },
  }),
  make(
    'ended-with-a-message',
    [PLAYFAIR_BOLD, PLAYFAIR],
    {
      background: { color: '#2d1e2f' },
      digits: { color: '#f7d9c4' },
      expired: { behaviour: 'message', message: 'The sale is over. Thank you, and see you next year!' },
    },
    { secondsLeft: 0 },
  ),
  make(
    'ended-at-zero',
    [BEBAS, INTER_BOLD],
    {
      background: { color: '#26282d' },
      digits: { size: 90, color: '#9aa1ad' },
      labels: { color: '#8b919c', locale: 'uk' },
    },
    { secondsLeft: 0 },
  ),
  make(
    'ended-in-japanese',
    [INTER_BOLD, INTER],
    {
      background: { color: '#1b1b3a', gradient: { color: '#693668', angle: 110 } },
      digits: { color: '#fff1e6', size: 64 },
      labels: { locale: 'ja' },
      expired: {
        behaviour: 'message',
        message: '春のセールは終了しました。ご来店ありがとうございました。',
      },
    },
    { secondsLeft: 0 },
  ),
  make(
    'ended-in-arabic',
    [MONTSERRAT_BOLD, MONTSERRAT],
    {
      background: { color: '#f3ede1' },
      digits: { color: '#7a4419', size: 66 },
      labels: { locale: 'ar' },
      expired: { behaviour: 'message', message: 'انتهى العرض. شكرًا لكم، ونراكم في العام القادم!' },
    },
    { secondsLeft: 0 },
  ),
];
