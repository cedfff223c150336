import type { TimerDesign } from '@vitrine/core/contracts';
import { DEFAULT_DESIGN } from '@vitrine/core/contracts';

/** Samples of images, fonts and timers, by the ids of contracts. */

const CREATED = '2026-01-02T03:04:05.678Z';
const EXPIRES = '2026-01-02T03:20:00.000Z';
const PRODUCTION_URL = 'https://img.example.com/i/Xb3kP9qLm2Za';

const image = {
  id: 12,
  name: 'Winter banner',
  type: 'static',
  status: 'active',
  active: true,
  folder: null,
  width: 1_200,
  height: 400,
  format: 'png',
  animated: false,
  bytes: 81_920,
  productionUrl: PRODUCTION_URL,
  thumbnailUrl: 'https://img.example.com/v2/image-thumbnails/c2lnbmVk/12',
  thumbnailExpiresAt: EXPIRES,
  date_created: CREATED,
  date_updated: CREATED,
};

const font = {
  id: 1_000,
  family: 'Acme Sans',
  style: 'Bold',
  fullName: 'Acme Sans Bold',
  weight: 700,
  italic: false,
  format: 'woff2',
  scope: 'custom',
  variable: false,
  glyphCount: 412,
  hasDigits: true,
  bytes: 24_576,
  previewUrl: 'https://img.example.com/font-previews/c2lnbmVk/1000',
  date_created: CREATED,
};

const target = { kind: 'date', date: '2026-12-01T09:00:00', timeZone: 'America/New_York' } as const;
const design: TimerDesign = { ...DEFAULT_DESIGN, target };
const conversationId = 'winter-sale';
const timerFrameId = 'tf_Xb3kP9qLm2Za';
const previewPath = `timer-frame-previews/c2lnbmVk/${conversationId}/${timerFrameId}`;

const saved = {
  name: 'Winter sale',
  targetDate: '2026-12-01T14:00:00.000Z',
  timeZone: 'America/New_York',
  productionUrl: PRODUCTION_URL,
  renderedUrl: `${PRODUCTION_URL}?v=1`,
};

export const mediaExamples = {
  ImageTypesList: {
    items: [
      { value: 'static', label: 'Static image' },
      { value: 'timer', label: 'Countdown timer' },
      { value: 'live', label: 'Live image' },
    ],
  },
  CursorPageOfImageSummary: { items: [image], limit: 50 },
  ImageDetail: {
    ...image,
    renderedUrl: PRODUCTION_URL,
    html: `<img src="${PRODUCTION_URL}" width="1200" height="400" alt="Winter banner">`,
    warnings: [],
  },
  RenameImageRequest: { name: 'Winter banner' },
  MoveImageRequest: { folder: 'Campaigns' },
  LookupImageByUrlRequest: { url: PRODUCTION_URL },

  FontList: [font],
  FontSummary: font,
  AddFontRequest: { url: 'https://fonts.example.com/acme-sans-bold.woff2' },

  CreateTimerFrameRequest: {
    conversationId,
    name: 'Winter sale',
    design: { target, background: { color: '#12204a' }, labels: { locale: 'en' } },
  },
  UpdateTimerFrameRequest: { conversationId, revision: 1, changes: { digits: { color: '#ffd166' } } },
  SaveTimerFrameRequest: { conversationId, name: 'Winter sale', folder: 'Campaigns' },
  TimerFrameResponse: {
    timerFrameId,
    conversationId,
    name: 'Winter sale',
    revision: 1,
    status: 'draft',
    timerId: null,
    design,
    previewUrl: `https://img.example.com/v2/${previewPath}?revision=1`,
    previewExpiresAt: EXPIRES,
    estimatedBytes: 51_200,
    warnings: [],
    date_created: CREATED,
    date_updated: CREATED,
    expiresAt: '2026-01-03T03:04:05.678Z',
  },
  SavedTimerFrameResponse: {
    imageId: 13,
    timerId: 13,
    type: 'timer',
    html: `<img src="${PRODUCTION_URL}" width="600" height="150" alt="Winter sale">`,
    ...saved,
  },
  UpdateTimerTargetDateRequest: { targetDate: '2026-12-01T09:00', timeZone: 'America/New_York' },
  TimerTargetDateResponse: { id: 13, localTargetDate: '2026-12-01T09:00:00', expired: false, ...saved },
  DraftTimerRequest: { conversationId },

  CreateLiveImageDraftRequest: {
    conversationId,
    name: 'Greeting',
    design: {
      variables: { first_name: { default: 'friend', sample: 'Jana' } },
      layers: { title: { type: 'text', x: 20, y: 60, width: 560, text: 'Hi {{ first_name }}' } },
      link: 'https://shop.example/hello?name={{ first_name }}',
    },
  },
  UpdateLiveImageDraftRequest: {
    conversationId,
    revision: 1,
    changes: { layers: { title: { size: 32, color: '#d6336c' } } },
  },
  ResolveLiveImageDraftRequest: { conversationId, variables: { first_name: 'Jana' }, client: 'gmail' },
  ResolveLiveImageRequest: { variables: { first_name: 'Jana' }, at: '2026-12-24T18:00' },
  SaveLiveImageDraftRequest: { conversationId, name: 'Greeting', mergeTags: 'mailchimp' },
  DraftLiveImageRequest: { conversationId },
  LiveImageHtmlRequest: { mergeTags: 'braze' },
  LiveLinksRequest: { links: [{ variables: { first_name: 'Jana' } }] },
  ImageHostsRequest: { hosts: ['cdn.example.com', '*.example.org'] },
} as const;
