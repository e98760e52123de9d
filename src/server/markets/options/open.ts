import { dayMs, minuteMs } from '../../../protocol/durations.ts';
import type { Clock } from '../../core/clock/clock.ts';
import type { Closers } from '../../core/jobs/closers.ts';
import type { Gate } from '../../core/gate/gate.ts';
import type { Ledger } from '../../core/ledger/ledger.ts';
import type { Logger } from '../../core/log/log.ts';
import type { Pair } from '../../../protocol/entities/market.ts';
import { repeat } from '../../core/jobs/repeating.ts';
import type { Database } from '../../core/store/database.ts';
import type { StoreHealth } from '../../core/store/store-health.ts';
import { noTroubles, type Troubles } from '../../core/jobs/troubles.ts';
import { RoundScheduler, type IndexOf, loadBoard } from './round-scheduler.ts';
import { createPracticeBots } from './practice-bots.ts';
import { createOptionHandlers } from './calls.ts';
import { optionCoins, seriesOf } from './option-terms.ts';
import type { RoundDraws } from './round-draws.ts';
import { RoundBoard } from './round-board.ts';
import { clearOldTicks, TickChain } from './tick-chain.ts';

/** How often the index is logged and rounds move on. */
export const optionTickMs = 1_000;
/** Past the whole second: a timer may fire a millisecond early, and its tick would then decide nothing. */
const justAfterMs = 3;
/** How long ticks are kept; those that decided a round are kept with it. */
const ticksRetentionMs = 7 * dayMs;
const clearTicksEveryMs = minuteMs;

/** What the options of an exchange stand on. */
export interface OptionsDeps {
  readonly database: Database;
  /** Absent where the store never goes away. */
  readonly storeHealth?: Pick<StoreHealth, 'onChange'>;
  /** Told what fails and goes on by itself; absent where nobody asks. */
  readonly troubles?: Troubles;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly closers: Closers;
  readonly pairs: readonly Pair[];
  readonly indexOf: IndexOf;
  readonly config: { readonly mode: 'practice' | 'live' };
  readonly gate: Gate;
  /** Whether the product area is switched on; when off nothing moves, and its calls are refused at the edge. */
  readonly isOn: boolean;
  /** What simulated prices are drawn from; null where they are those of other exchanges. */
  readonly entropy: RoundDraws | null;
  /** From 0 to below 1; for the stakes of the practice crowd. */
  readonly random: () => number;
}

/** Opens the seconds options: loads the chain and the rounds, and moves them on once a second. */
export async function openOptions(deps: OptionsDeps) {
  const { database, ledger, clock, logger, closers, troubles = noTroubles } = deps;
  const coins = optionCoins(deps.pairs);
  const chain = new TickChain();
  const board = new RoundBoard();
  await chain.load(database);
  await loadBoard(database, board, clock());
  const bots = deps.config.mode === 'practice' ? createPracticeBots(ledger, clock, deps.random) : null;
  const scheduler = new RoundScheduler({ ...deps, coins, chain, board, bots, draws: deps.entropy });
  const handlers = createOptionHandlers({ ...deps, coins, board, scheduler });
  const opened = { board, series: seriesOf(coins), handlers };
  if (!deps.isOn) return opened;
  const unfollow = deps.storeHealth?.onChange(() => scheduler.doubt());
  const timers = [
    // Just after each whole second of the clock: rounds begin and end on whole seconds.
    repeat(
      logger,
      'move options on',
      () => optionTickMs - (clock() % optionTickMs) + justAfterMs,
      async () => {
        await scheduler.step().finally(() => {
          if (scheduler.failing > 0) troubles.failing('rounds of options');
          else troubles.working('rounds of options');
        });
      },
      troubles,
    ),
    repeat(logger, 'clear old option ticks', clearTicksEveryMs, () =>
      clearOldTicks(database, clock() - ticksRetentionMs),
    ),
  ];
  closers.add('options', async () => {
    unfollow?.();
    await Promise.all(timers.map((timer) => timer.close()));
  });
  return opened;
}

/** The options of a running exchange. */
export type Options = Awaited<ReturnType<typeof openOptions>>;
