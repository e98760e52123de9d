import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import type { CallOutput } from '#protocol/calls.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import { whenIdle } from '#app/platform/device/when-idle.ts';
import { isInstalled } from '#app/platform/device/install.ts';
import {
  completeAssets,
  keeper,
  offlineExtent,
  onLateKeeper,
  persistAssets,
} from '#app/platform/offline/asset-prefetch.ts';
import { language } from '#app/platform/language/language.ts';
import { fetchLostStyles } from '#app/platform/offline/missing-files.ts';
import { displayRatesQuery } from '#app/platform/format/display-currency.ts';
import { reachability } from '#app/platform/offline/reachability.ts';
import { launchConfig } from '#app/platform/session/launch-config.ts';
import { session } from '#app/platform/session/session.ts';
import { stream } from '#app/platform/stream/stream.ts';
import { updateState } from '#app/platform/offline/update-state.ts';

/**
 * Answers that an area must have on the device to be read without a network: `features/<area>/prefetch.ts`. They go
 * through the query cache, which keeps them per account and is wiped at log-out.
 */
interface PrefetchModule {
  /** Fetches the answers its screens show, in the language in force; a failure just ends it. */
  readonly prefetch: (client: QueryClient, signedIn: boolean) => Promise<void>;
  /** Fetches what can wait until every area has its answers. */
  readonly prefetchLater?: () => Promise<void>;
}

const areas = import.meta.glob<PrefetchModule>('../*/prefetch.ts');

type LoadArea = () => Promise<PrefetchModule>;

/** What is read at leisure is what a time without a network is good for: it comes first. */
const readingAreas: readonly LoadArea[] = ['notices', 'news', 'help'].flatMap(
  (area) => areas[`../${area}/prefetch.ts`] ?? [],
);
const otherAreas: readonly LoadArea[] = Object.values(areas).filter((load) => !readingAreas.includes(load));

interface SlowConnection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Whether the user or the network asks to send little. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: SlowConnection };
  return connection?.saveData === true || /(?:^|-)2g$/.test(connection?.effectiveType ?? '');
}

/**
 * The first seconds are for what is on screen: other screens wait so long. Of visitors, many leave again.
 */
const settlesMs = { visitor: 12_000, user: 4_000 } as const;

/** Of the time for what is on screen, how much comes before reading. */
const readingWaitsMs = 1_000;

/** Once this is fetched, a connection that came back is no reason to fetch it again so soon. */
const againAfterMs = 10 * minuteMs;

/** A page that is never idle, as the market is under many changes, gets on with it all the same. */
const idleMostMs = 500;

function settled(forMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, forMs);
  });
}

/** A visitor stayed, and what came meanwhile is on the device. */
async function visitorSettled(): Promise<void> {
  await keeper();
  await settled(settlesMs.visitor);
}

/** Calls back when the worker could not fetch all that it was asked to have on the device. */
function onMissing(listener: () => void): void {
  navigator.serviceWorker?.addEventListener(
    'message',
    ({ data }: MessageEvent<{ type?: string; missing?: number }>) => {
      if (data?.type === 'completed' && data.missing !== 0) listener();
    },
  );
}

/** Somebody logs in. */
function loggedIn(): Promise<void> {
  return new Promise((resolve) => {
    const stop = session.subscribe(() => {
      if (session.get() === null) return;
      stop();
      resolve();
    });
  });
}

/** The next idle moment: asking for answers is work that a tap must not wait for. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    whenIdle(resolve, idleMostMs);
  });
}

/**
 * Fetches the answers that are read offline while the network is there: one area after the other, in idle time, so that
 * it never competes with what the user looks at. Visitors may not open those screens, so none are fetched for them.
 */
async function prefetchAnswers(
  client: QueryClient,
  token: string,
  from: readonly LoadArea[],
  prefetch: (module: PrefetchModule) => Promise<void> | undefined = (module) => module.prefetch(client, true),
): Promise<void> {
  for (const load of from) {
    // The newer build does not wait for files of this one.
    if (updateState.get() === 'applying') return;
    try {
      const module = await load();
      await idle();
      // Calls of a session that was left have no token, and their answers lead away from the log-in screen.
      if (session.get()?.token !== token) return;
      await prefetch(module);
    } catch {
      // The network went meanwhile.
    }
  }
}

/**
 * Screens that are a tap away on most others: their code is run ahead, so that a tap only draws. All others are run when
 * they are opened, from the device: run ahead together, they took half of a slow phone's first seconds.
 */
const nearScreens = ['/pages/index/index', '/pages/home/market', '/pages/trade/trade', '/pages/assets/assets'] as const;

async function runNearScreens(router: AnyRouter): Promise<void> {
  for (const to of nearScreens) {
    await idle();
    if (updateState.get() === 'applying') return;
    await router.preloadRoute({ to });
  }
}

/** Answers that are articles or lists of them. */
const contentRoots = ['common/newsList', 'common/carousel', 'common/getMsg', 'article', 'help', 'notice/list'];

/** When the operator pushes other articles, what is on screen is asked for again, and what is read offline as well. */
function followContent(client: QueryClient, begin: () => void): void {
  let known: string | null = null;
  stream.subscribe('content', () => {
    const digest = stream.view<'content'>('content')?.digest ?? null;
    const isNew = digest !== null && known !== null && digest !== known;
    known = digest ?? known;
    if (!isNew) return;
    for (const root of contentRoots) void client.invalidateQueries({ queryKey: [root] });
    begin();
  });
}

/** A switch turned for a crowd: their questions are spread over this long. */
const offerSpreadMs = 2_000;

/** Answers that say what is offered: the configuration, and what is listed with its figures. */
const offeredKeys = [
  launchConfig.queryKey,
  ['common/symbolsList'],
  ['common/huobiTicket'],
  ['common/new/changerSymbolsList'],
];

/**
 * Asks again for what is offered when an operator switches or lists something, and for another user, whose country may
 * be another one.
 */
function followOffer(client: QueryClient): void {
  const ask = () => {
    for (const queryKey of offeredKeys) void client.invalidateQueries({ queryKey });
  };
  stream.subscribe('offer', () => {
    const version = stream.view<'offer'>('offer')?.version;
    const known = client.getQueryData<CallOutput<'GET web/config'>>(launchConfig.queryKey)?.offer;
    if (version !== undefined && version !== known) setTimeout(ask, Math.random() * offerSpreadMs);
  });
  let token = session.get()?.token;
  session.subscribe(() => {
    if (token === session.get()?.token) return;
    token = session.get()?.token;
    ask();
  });
}

/** Rates that an operator or their source changed are shown at once, wherever values are. */
function followRates(client: QueryClient): void {
  stream.subscribe('rates', () => {
    const rates = stream.view<'rates'>('rates');
    if (rates !== null) client.setQueryData(displayRatesQuery.queryKey, rates);
  });
}

/**
 * Keeps the device ready for a time without a network: once the service worker is in charge, after sign-in, in a new
 * language, and when the exchange answers again. With data saver no answers are fetched, and fewer files.
 */
export function startPrefetch(router: AnyRouter, client: QueryClient): void {
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let running = false;
  let isWantedAgain = false;
  let retrying: ReturnType<typeof setTimeout> | undefined;
  const run = async () => {
    if (!reachability.get().reachable || updateState.get() === 'applying') return;
    // Another language or other articles in the middle of a run: what it has fetched so far is not what is wanted.
    isWantedAgain = running;
    if (running) return;
    running = true;
    try {
      if (session.get() === null) await Promise.race([visitorSettled(), loggedIn()]);
      if (session.get() !== null) await settled(readingWaitsMs);
      // Whoever signed in meanwhile, and in whichever language, is served by this run.
      isWantedAgain = false;
      const user = session.get();
      const reader = savesData() ? null : user;
      if (reader !== null) {
        await Promise.all([
          completeAssets('reading', language.get()),
          prefetchAnswers(client, reader.token, readingAreas),
          settled(settlesMs.user - readingWaitsMs),
        ]);
      }
      // What came before the worker is in charge would not be on the device when the network goes a moment later.
      await keeper();
      await fetchLostStyles();
      if (reader !== null) {
        await prefetchAnswers(client, reader.token, otherAreas);
        await prefetchAnswers(client, reader.token, readingAreas, (module) => module.prefetchLater?.());
      }
      await persistAssets();
      const extent = offlineExtent(user !== null, isInstalled(), savesData());
      if (extent !== null) await completeAssets(extent, language.get());
      if (reader !== null) await runNearScreens(router);
      // Without an answer something is missing, and the network's return begins again.
      if (reachability.get().reachable) fetchedAt = Date.now();
    } finally {
      running = false;
      if (isWantedAgain) begin();
    }
  };
  const begin = () => whenIdle(() => void run().catch(() => undefined));
  const beginAgain = () => {
    if (Date.now() - fetchedAt > againAfterMs) begin();
  };
  followContent(client, begin);
  onMissing(() => {
    // The network went meanwhile: its return is a reason after all.
    fetchedAt = Number.NEGATIVE_INFINITY;
    // Or something between answered in place of the exchange, which nothing reports when it ends.
    clearTimeout(retrying);
    retrying = setTimeout(beginAgain, againAfterMs);
  });
  followOffer(client);
  followRates(client);
  session.subscribe(begin);
  language.subscribe(begin);
  reachability.subscribe(beginAgain);
  const start = () => {
    begin();
    void persistAssets();
  };
  onLateKeeper(start);
  start();
}
