import { MakerGroup, type MakerDeps } from './maker-group.ts';
import { fundMakers } from './maker-funding.ts';
import type { PriceSource } from '../markets/prices/price-source.ts';

/** How often the makers look at the market. */
const stepMs = 200;

/**
 * Whether makers trade. They live on practice coins, so never where real money is; beside real prices only
 * when the operator asks for them.
 */
export function makersTrade(
  config: { readonly mode: 'practice' | 'live'; readonly makers: 'auto' | 'on' | 'off' },
  source: Pick<PriceSource, 'live'>,
): boolean {
  if (config.mode === 'live' || config.makers === 'off') return false;
  return config.makers === 'on' || !source.live;
}

/** The simulated market's own traders. */
export interface Makers {
  /** One look at every pair; a timer does it five times a second. */
  step(): Promise<void>;
  /** Commands sent so far, for the measurements. */
  sent(): number;
  /** Stops; what stands in the book stays there. */
  close(): Promise<void>;
}

/**
 * Funds the makers out of `practice`, puts every book in order (what a former run left standing and no
 * longer fits is cancelled) and begins to trade. One maker quotes both sides, the other takes.
 */
export async function startMakers(deps: MakerDeps): Promise<Makers> {
  await fundMakers(deps, deps.pairs, deps.clock());
  const makerGroup = new MakerGroup(deps);
  await makerGroup.fillBooks();
  const pending = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const running = makerGroup
      .step()
      .catch((error: unknown) => deps.logger.error({ err: error }, 'the makers stumbled'))
      .finally(() => pending.delete(running));
    pending.add(running);
  }, stepMs);
  timer.unref();
  return {
    step: () => makerGroup.step(),
    sent: () => makerGroup.sent,
    async close() {
      clearInterval(timer);
      await Promise.all(pending);
    },
  };
}
