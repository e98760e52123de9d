import { minuteMs } from '#protocol/core/durations.ts';
import type { Area } from '#server/core/areas/area.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Config } from '#server/core/config/config.ts';
import { fetchRates, writeSourcedRates } from './sourced-rates.ts';
import { createRates, type Rates } from './rates.ts';
import { writeFirstRates } from './store.ts';
import type { AreaTopics } from '#server/core/topics/area-topics.ts';
import type { TopicSource } from '#server/core/topics/topic-source.ts';

/** What an operator wrote is published within this time, and a rate whose end has come leaves. */
const refreshEveryMs = 2_000;
/** The first question follows the start soon. */
const firstAskMs = 1_000;

interface RatesDeps extends Pick<CoreDeps, 'database' | 'clock' | 'logger'> {
  readonly config: Pick<Config, 'ratesUrl' | 'ratesEveryMinutes' | 'ratesJumpPercent'>;
}

/** The platform rates as a topic. */
function rateTopics(rates: Rates): AreaTopics {
  return { sources: [rateTopic(rates)] };
}

/** `rates`: the platform rates that count, complete in every frame. */
function rateTopic(rates: Rates): TopicSource<'rates'> {
  return {
    kind: 'rates',
    has: () => true,
    open(_topic, due) {
      let published = rates.published();
      const close = rates.onChange(due);
      return {
        snapshot: () => published,
        take() {
          if (published === rates.published()) return null;
          published = rates.published();
          return published;
        },
        close,
      };
    },
  };
}

/** Opens the platform rates: writes the shipped ones that are missing, follows the store, and asks the source. */
export async function openRates(deps: RatesDeps): Promise<Area & { readonly rates: Rates }> {
  const { database, clock, logger, config } = deps;
  await writeFirstRates(database);
  const rates = createRates(database, clock);
  await rates.refresh();

  async function ask(url: string): Promise<void> {
    const sourced = await fetchRates(url);
    const terms = { at: clock(), percentMax: config.ratesJumpPercent };
    const outcomes = await database.transaction((tx) => writeSourcedRates(tx, sourced, terms));
    const held = [...outcomes].flatMap(([currency, outcome]) => (outcome === 'held' ? [currency] : []));
    if (held.length > 0) logger.warn({ held }, 'rates of the source differ too much and wait for an operator');
    await rates.refresh();
  }

  const { ratesUrl } = config;
  let asked = false;
  const everyMs = () => {
    const waitMs = asked ? config.ratesEveryMinutes * minuteMs : firstAskMs;
    asked = true;
    return waitMs;
  };
  return {
    rates,
    calls: {},
    topics: rateTopics(rates),
    jobs: [
      { name: 'publish platform rates', everyMs: refreshEveryMs, run: () => rates.refresh(), isLoggedOnly: true },
      ...(ratesUrl === null ? [] : [{ name: 'ask for platform rates', everyMs, run: () => ask(ratesUrl) }]),
    ],
  };
}
