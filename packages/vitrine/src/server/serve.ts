import { writeSync } from 'node:fs';
import { type BlobBytes, createVitrine, type Media, type Vitrine } from '@vitrine/core';
import { reachOf } from '@vitrine/core/server';
import { type RunningServer, startServer } from '@vitrine/http';
import { serverLog } from '@vitrine/http/logs';
import {
  collectAfterStart,
  readVersion,
  StopError,
  stopStages,
  toReachable,
  urlAt,
} from '@vitrine/http/program';
import type { Logger } from 'pino';
import { toBlobsError, toDatabaseError } from '../database/database.ts';
import { openBlobPlace } from '../settings/blob-place.ts';
import { type Environment, type Flags, findConfigWarnings, readServeConfig } from '../settings/config.ts';
import { lazyOfflineGeocoder, OFFLINE, openConfiguredGeocoder } from '../settings/open-geocoder.ts';
import { openMedia } from '../settings/open-media.ts';
import { findExposedFile, type OpenedStorage, openStorage } from '../settings/open-storage.ts';
import { openWebhookSender } from '../settings/open-webhook-sender.ts';
import { SETTINGS, type ServeConfig } from '../settings/settings.ts';
import { CommandError, EXIT } from '../terminal/command-error.ts';
import { printLine, type Terminal } from '../terminal/terminal.ts';
import { adoptKey, welcome } from './first-account.ts';
import { toListenError } from './listen-error.ts';
import { logDestination } from './log-destination.ts';
import { keepYoungGenerationOfThreads } from './young-generation.ts';

/** The maximum time from the first signal to the end of the process. The stages of the server end earlier. */
const STOP_MAX_MS = 10_000;
/** The maximum time to close the storage after a failed start. */
const CLOSE_MAX_MS = 5_000;
/** The maximum time for the process to exit by itself after all stages. */
const EXIT_MAX_MS = 500;

/**
 * Runs `vitrine serve` until a signal, then finishes the requests in flight and closes the storage.
 *
 * The process always ends: after a failed start with the exit code of the error, and at most 10 s after a signal, with
 * exit code 75 if something had to be terminated.
 */
export async function serve(terminal: Terminal, flags: Flags): Promise<void> {
  keepYoungGenerationOfThreads();
  const config = readServeConfig(flags, terminal.env);
  const logger = serverLog(config.logLevel, logDestination(terminal, flags));
  for (const warning of findConfigWarnings(config, terminal.env)) logger.warn(warning);
  const exposed = findExposedFile(config.databaseUrl);
  if (exposed !== null) logger.warn(exposed);
  const signal = terminal.stopSignal();
  signal.addEventListener('abort', () => exitByForce(terminal), { once: true });

  // Set again once the server listens, because the port may be assigned by the system.
  let listeningAt = toReachable(urlAt(config.host, config.port));
  const blobs = await openBlobs(config, terminal.env);
  const media = await openMedia({
    ...config,
    onHardened: (hardening) =>
      logger.info(hardening, 'decoder processes: active and missing hardening measures'),
  });
  if (media === null)
    logger.warn('package @vitrine/media is missing: requests for pictures and fonts get 503');
  const { vitrine, durability } = await open(config, { media, blobs }, () => config.baseUrl ?? listeningAt);
  let server: RunningServer | null = null;
  try {
    if (config.accountKey !== undefined) await adoptKey(vitrine, config.accountKey);
    server = await listen(config, vitrine, logger);
    collectAfterStart();
    listeningAt = toReachable(server.url);
    printLine(terminal.stdout, `Vitrine ${readVersion()} on ${server.url}${describeBaseUrl(config)}`);
    if (server.metricsUrl !== null) printLine(terminal.stdout, `Metrics on ${server.metricsUrl}/metrics`);
    printLine(terminal.stdout, `Records: ${durability}`);
    printLine(terminal.stdout, `API: ${listeningAt}/docs`);
    if (server.hasConsole) printLine(terminal.stdout, `Console: ${listeningAt}/console/`);
    else if (config.console)
      logger.warn('the console is not built, so that it is not served: run pnpm build');
    const reach = describeReach(config.baseUrl ?? listeningAt);
    if (reach !== null) printLine(terminal.stdout, reach);
    // Only after the start: the key of a server that fails to start would be shown in vain.
    await welcome(terminal, vitrine, { url: listeningAt, hasConsole: server.hasConsole });
    await aborted(signal);
    logger.info('stopping');
    await server.stop();
    logger.info('stopped');
  } catch (error) {
    await (server === null ? closeInTime(vitrine) : server.stop()).catch((fault: unknown) =>
      logger.error({ err: fault }, 'stop'),
    );
    // Work that could not be stopped must not keep the process alive.
    setTimeout(() => terminal.endProcess(), EXIT_MAX_MS).unref();
    if (!(error instanceof StopError)) throw error;
    throw new CommandError(EXIT.unfinished, error.message, { cause: error });
  }
}

/** Ends the process at the deadline after a signal, even if something hangs, such as a thread inside the database. */
function exitByForce(terminal: Terminal): void {
  setTimeout(() => {
    writeSync(2, `error: Not stopped within ${STOP_MAX_MS / 1_000} s: ended by force.\n`);
    terminal.endProcess(EXIT.unfinished);
  }, STOP_MAX_MS - EXIT_MAX_MS).unref();
}

async function closeInTime(vitrine: Pick<Vitrine, 'close'>): Promise<void> {
  const stages = stopStages();
  await stages.require('the storage', vitrine.close(), CLOSE_MAX_MS);
  stages.throwFaults();
}

async function listen(config: ServeConfig, vitrine: Vitrine, logger: Logger): Promise<RunningServer> {
  const { host, port, maxConnections, metrics, trustedProxies, corsOrigins, searchTools } = config;
  try {
    return await startServer({
      vitrine,
      host,
      port,
      connections: maxConnections,
      trustedProxies,
      corsOrigins,
      searchTools,
      metrics,
      oauth: config.oauth,
      console: config.console,
      logger,
    });
  } catch (error) {
    throw toListenError(config, error);
  }
}

async function openBlobs(config: ServeConfig, environment: Environment): Promise<BlobBytes | null> {
  try {
    return await openBlobPlace(config.blobs, environment);
  } catch (error) {
    throw toBlobsError(error);
  }
}

async function open(
  config: ServeConfig,
  { media, blobs }: { readonly media: Media | null; readonly blobs: BlobBytes | null },
  baseUrl: () => string,
): Promise<{ vitrine: Vitrine; durability: string }> {
  const geocoder = await openConfiguredGeocoder(config);
  const webhookSender = await openWebhookSender(config);
  let opened: OpenedStorage | null = null;
  try {
    opened = await openStorage(config.databaseUrl, {
      mayCreate: true,
      postgres: config,
      columns: config.columns,
      onFatal: exitForDisk,
    });
    const { storage, durability } = opened;
    const { secret, previousSecret, linksSecret, previousLinksSecret, rateLimit } = config;
    const vitrine = await createVitrine({
      storage,
      baseUrl,
      geocoder,
      ...(geocoder.name === OFFLINE ? {} : { localGeocoder: lazyOfflineGeocoder() }),
      ...(media === null ? {} : { media }),
      ...(webhookSender === null ? {} : { webhookSender }),
      ...(blobs === null ? {} : { blobs }),
      ...(secret === undefined ? {} : { secret }),
      ...(previousSecret === undefined ? {} : { previousSecret }),
      ...{ linksSecret, previousLinksSecret },
      ...(rateLimit === false ? {} : { rateLimits: rateLimit }),
    });
    return { vitrine, durability };
  } catch (error) {
    await (opened === null ? null : closeInTime(opened.storage).catch(() => {}));
    throw toDatabaseError(config.databaseUrl, error);
  }
}

/**
 * Exits after a fatal disk error, without flushing, which would fail too. The next process, started by a supervisor,
 * reads what is really on the disk.
 */
function exitForDisk(message: string): void {
  writeSync(2, `${message}\n`);
  process.exit(EXIT.io);
}

function describeBaseUrl({ baseUrl }: ServeConfig): string {
  return baseUrl === undefined ? '' : `, known to clients as ${baseUrl}`;
}

/** Says that the URLs of pictures are of no use in an e-mail. Null: everybody can reach them. */
function describeReach(baseUrl: string): string | null {
  const reach = reachOf(baseUrl);
  if (reach === 'everybody') return null;
  const who = reach === 'computer' ? 'this computer' : 'computers in this network';
  const { flag, variable } = SETTINGS.baseUrl;
  return `Pictures: only ${who} can reach ${baseUrl}. For e-mails and pages, set ${variable} (${flag}) to the public address.`;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
