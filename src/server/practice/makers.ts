import { MakerGroup, type MakerDeps } from './maker-group.ts';
import { fundMakers } from './maker-funding.ts';
import type { PriceSource } from '../markets/prices/price-source.ts';

/** Interval of maker passes. */
const stepMs = 200;

/** Whether makers trade. They use practice coins, so never with real money; with real prices only if configured. */
export function makersTrade(
  config: { readonly mode: 'practice' | 'live'; readonly makers: 'auto' | 'on' | 'off' },
  source: Pick<PriceSource, 'live'>,
): boolean {
  if (config.mode === 'live' || config.makers === 'off') return false;
  return config.makers === 'on' || !source.live;
}

/** The simulated market's own traders. */
export interface Makers {
  /** One pass over every pair; called by a timer five times a second. */
  step(): Promise<void>;
  /** Takes what is listed now. */
  follow(): Promise<void>;
  /** Commands sent so far, for the measurements. */
  sent(): number;
  /** Stops; open orders stay in the book. */
  close(): Promise<void>;
}

/**
 * Funds the makers from `practice`, cleans up every book (stale orders of an earlier run are cancelled) and starts
 * trading. One maker quotes both sides, the other takes.
 */
export async function startMakers(deps: MakerDeps): Promise<Makers> {
  await fundMakers(deps, deps.pairs(), deps.clock());
  const makerGroup = new MakerGroup(deps);
  await makerGroup.fillBooks();
  const pending = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const running = makerGroup
      .step()
      .catch((error: unknown) => deps.logger.error({ err: error }, 'a maker pass failed'))
      .finally(() => pending.delete(running));
    pending.add(running);
  }, stepMs);
  timer.unref();
  return {
    step: () => makerGroup.step(),
    follow: () => makerGroup.follow(),
    sent: () => makerGroup.sent,
    async close() {
      clearInterval(timer);
      await Promise.all(pending);
    },
  };
}
