import { dayMs, minuteMs } from '#protocol/core/durations.ts';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import type { Area } from '#server/core/areas/area.ts';
import type { CoreDeps } from '#server/core/areas/core-deps.ts';
import type { Config } from '#server/core/config/config.ts';
import type { Job } from '#server/core/jobs/jobs.ts';
import { noTroubles } from '#server/core/jobs/troubles.ts';
import type { StoreHealth } from '#server/core/store/store-health.ts';
import { createOptionHandlers } from './calls.ts';
import { optionCoins, seriesOf, type Series } from './rules.ts';
import { createPracticeBots } from './practice-bots.ts';
import { RoundBoard } from './round-board.ts';
import type { RoundDraws } from './round-draws.ts';
import { type IndexOf, loadBoard, RoundScheduler } from './round-scheduler.ts';
import { clearOldTicks, TickChain } from './tick-chain.ts';
import { optionTopics } from './topic.ts';

/** How often the index is logged and rounds advance. */
const optionTickMs = 1_000;
/** Offset past the whole second: a timer may fire a millisecond early, and its tick would then decide nothing. */
const justAfterMs = 3;
/** Retention of ticks; those that decided a round are stored with it. */
const ticksRetentionMs = 7 * dayMs;
const clearTicksEveryMs = minuteMs;

interface OptionsDeps
  extends Pick<CoreDeps, 'database' | 'ledger' | 'clock' | 'logger' | 'gate'>, Partial<Pick<CoreDeps, 'troubles'>> {
  /** Absent when the store is always available. */
  readonly storeHealth?: Pick<StoreHealth, 'onChange'>;
  readonly pairs: readonly Pair[];
  readonly indexOf: IndexOf;
  readonly config: Pick<Config, 'mode'>;
  /** Whether the product is enabled; when disabled nothing moves, and its calls are refused at the edge. */
  readonly isOn: boolean;
  /** The randomness of simulated prices; null with real prices of other exchanges. */
  readonly entropy: RoundDraws | null;
  /** Random numbers from 0 to below 1 for the stakes of the practice bots. */
  readonly random: () => number;
}

/** The options of a running exchange. */
interface Options extends Area<ReturnType<typeof createOptionHandlers>> {
  readonly board: RoundBoard;
  readonly series: readonly Series[];
}

/** Opens the seconds options: loads the chain and the rounds; its job advances them once a second. */
export async function openOptions(deps: OptionsDeps): Promise<Options> {
  const { database, ledger, clock } = deps;
  const coins = optionCoins(deps.pairs);
  const chain = new TickChain();
  const board = new RoundBoard();
  await chain.load(database);
  await loadBoard(database, board, clock());
  const bots = deps.config.mode === 'practice' ? createPracticeBots(ledger, clock, deps.random) : null;
  const scheduler = new RoundScheduler({ ...deps, coins, chain, board, bots, draws: deps.entropy });
  const calls = createOptionHandlers({ ...deps, coins, board, scheduler });
  const series = seriesOf(coins);
  const opened = { board, series, calls, topics: optionTopics(board, series, clock) };
  if (!deps.isOn) return { ...opened, jobs: [] };
  const unfollow = deps.storeHealth?.onChange(() => scheduler.doubt());
  return { ...opened, jobs: jobsOf(deps, scheduler), close: () => unfollow?.() };
}

function jobsOf({ database, clock, troubles = noTroubles }: OptionsDeps, scheduler: RoundScheduler): Job[] {
  return [
    {
      name: 'advance option rounds',
      // Just after each whole second: rounds begin and end on whole seconds.
      everyMs: () => optionTickMs - (clock() % optionTickMs) + justAfterMs,
      run: () =>
        scheduler.step().finally(() => {
          if (scheduler.failing > 0) troubles.failing('rounds of options');
          else troubles.working('rounds of options');
        }),
    },
    {
      name: 'clear old option ticks',
      everyMs: clearTicksEveryMs,
      run: () => clearOldTicks(database, clock() - ticksRetentionMs),
      isLoggedOnly: true,
    },
  ];
}
