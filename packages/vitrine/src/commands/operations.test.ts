import { afterAll, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { apiRoutes } from '../../../http/src/routes/api.ts';
import { CommandLine } from '../../test/command-line.ts';

/** Why an operation has no command. */
interface Without {
  readonly without: string;
}

const IN_CONSOLE: Without = { without: 'Views are what the console shows, and are made there.' };

const NO_LIVE_DRAFTS: Without = {
  without: 'A file with a design is the draft; "live apply" makes a live image of it.',
};

/** The command of each operation, or why it has none. An operation under two paths counts once. */
const COMMANDS: Readonly<Record<string, string | Without>> = {
  WhoAmI: { without: 'A command has no API key. It acts for the account of --account.' },

  ListStores: 'stores list',
  CreateStore: 'stores create',
  InferStore: 'stores infer',
  StartImport: 'imports start',
  ListImports: 'imports list',
  GetImport: 'imports show',
  GetRefusedRecords: 'imports refused',
  CancelImport: 'imports cancel',
  GetStoreAccess: { without: 'It shows what an API key reaches, and a command has none.' },
  ListChanges: 'stores watch',
  QueryChanges: { without: '"query" shows the records that match, "stores watch" the changes of all.' },
  GetStore: 'stores show',
  UpdateStore: 'stores update',
  ListRecordHistory: 'records history',
  ListDeletedRecords: 'records deleted',
  RestoreRecords: 'records restore',
  GetRestore: 'restores show',
  ListRestoreResults: 'restores results',
  PurgeDeletedRecords: 'records purge',
  DeleteStore: 'stores delete',
  RestoreStore: 'stores restore',
  AddStoreProperty: 'stores properties add',
  UpdateStoreProperty: 'stores properties update',
  RenameStoreProperty: 'stores properties rename',
  DeleteStoreProperty: 'stores properties delete',

  ListStoreRecords: 'records list',
  AddStoreRecord: 'records add',
  GetStoreRecord: 'records get',
  PatchStoreRecord: 'records patch',
  DeleteStoreRecord: 'records delete',
  BatchUpsertStoreRecords: 'import',
  BatchDeleteStoreRecords: 'records delete',
  DeleteStoreRecordByKey: 'records delete',
  LookupStoreRecord: 'records get',
  ValidateStoreRecord: 'records validate',
  SearchStoreRecords: 'query',
  QueryStoreRecords: 'query',
  CountStoreRecords: 'records count',
  AggregateStoreRecords: 'records aggregate',
  SummarizeRecords: 'summarize',
  ExportStoreRecords: 'export',
  ExportMatchingRecords: 'export',

  CreateView: IN_CONSOLE,
  ListViews: IN_CONSOLE,
  GetView: IN_CONSOLE,
  UpdateView: IN_CONSOLE,
  DeleteView: IN_CONSOLE,

  CreateWebhook: 'webhooks add',
  ListWebhooks: 'webhooks list',
  GetWebhook: 'webhooks show',
  UpdateWebhook: 'webhooks disable',
  DeleteWebhook: 'webhooks remove',
  TestWebhook: 'webhooks test',
  RotateWebhookSecret: 'webhooks rotate',
  EnableWebhook: 'webhooks enable',
  ListWebhookDeliveries: 'webhooks deliveries',
  RetryWebhookDelivery: 'webhooks retry',
  ReplayWebhook: 'webhooks replay',

  AddImage: 'images add',
  ListImageTypes: { without: 'The help of "images list" lists them as the choices of --type.' },
  ListImages: 'images list',
  GetImage: 'images show',
  GetImageThumbnail: 'images thumbnail',
  DeleteImage: 'images delete',
  RenameImage: 'images rename',
  MoveImage: 'images move',
  RestoreImage: 'images restore',
  LookupImageByUrl: 'images lookup',

  ListFonts: 'fonts list',
  UploadFont: 'fonts add',
  AddFontFromUrl: 'fonts add',
  DeleteFont: 'fonts delete',

  ListTimerFrames: 'timers drafts list',
  CreateTimerFrame: 'timers drafts create',
  GetTimerFrame: 'timers drafts show',
  UpdateTimerFrame: 'timers drafts update',
  DeleteTimerFrame: 'timers drafts delete',
  SaveTimerFrame: 'timers drafts save',
  GetTimerFramePreview: 'timers drafts preview',
  UpdateTimerTargetDate: 'timers set-target',
  ListTimers: 'timers list',
  GetTimer: 'timers show',
  DraftTimer: 'timers draft',
  DeleteTimer: 'timers delete',
  ListTimerPresets: 'timers presets',

  ListMaps: 'maps list',
  CreateMap: 'maps create',
  GetMap: 'maps show',
  UpdateMap: 'maps update',
  DeleteMap: 'maps delete',
  SearchLocations: 'locations search',
  AddLocation: 'locations add',
  GetLocation: 'locations show',
  UpdateLocation: 'locations update',
  DeleteLocation: 'locations delete',

  CreateApiKey: 'keys create',
  ListApiKeys: 'keys list',
  RevokeApiKey: 'keys revoke',

  ListLiveImageDrafts: NO_LIVE_DRAFTS,
  CreateLiveImageDraft: NO_LIVE_DRAFTS,
  GetLiveImageDraft: NO_LIVE_DRAFTS,
  UpdateLiveImageDraft: NO_LIVE_DRAFTS,
  DeleteLiveImageDraft: NO_LIVE_DRAFTS,
  ResolveLiveImageDraft: NO_LIVE_DRAFTS,
  SaveLiveImageDraft: 'live apply',
  GetLiveImagePreview: NO_LIVE_DRAFTS,
  ListLiveImages: 'live list',
  GetLiveImage: 'live show',
  DeleteLiveImage: 'images delete',
  DraftLiveImage: 'live export',
  ResolveLiveImage: 'live resolve',
  GetLiveImageHtml: 'live show',
  MakeLiveImageLinks: 'live url',
  GetImageHosts: 'accounts image-hosts',
  SetImageHosts: 'accounts image-hosts',

  GetStatus: 'server status',
  GetUsage: 'accounts limits',
  RetryJob: 'jobs retry',
};

const operations = new Set(apiRoutes.map(({ operation }) => operation));

test(
  'each operation of the OpenAPI documents has a command, or a reason why not',
  verifies('cli.operations'),
  () => {
    expect(Object.keys(COMMANDS).toSorted()).toEqual([...operations].toSorted());
  },
);

const line = new CommandLine();
afterAll(() => line.remove());

const commands = new Set(Object.values(COMMANDS).filter((command) => typeof command === 'string'));

test.each([...commands])(
  'vitrine %s exists and has an example',
  verifies('cli.operations'),
  async (command) => {
    const help = await line.succeed(...command.split(' '), '--help');
    expect(help).toMatch(new RegExp(`^Usage: vitrine ${command}\\b`));
    expect(help).toMatch(new RegExp(`\\nExamples?:\\n {2}vitrine ${command}\\b`));
  },
);
