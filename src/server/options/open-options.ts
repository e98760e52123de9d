import type { Clock } from '../clock.ts';
import type { Closers } from '../closers.ts';
import type { Gate } from '../gate/gate.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Logger } from '../log.ts';
import type { Pair } from '../../contract/entities/market.ts';
import { repeat } from '../repeating.ts';
import type { Database } from '../store/database.ts';
import type { StoreHealth } from '../store/store-health.ts';
import { noTroubles, type Troubles } from '../troubles.ts';
import { Clockwork, type IndexOf, loadBoard } from './clockwork.ts';
import { createCrowd } from './crowd.ts';
import { createOptionHandlers } from './handlers.ts';
import { optionCoins, seriesOf } from './option-terms.ts';
import { RoundBoard } from './round-board.ts';
import { clearOldTicks, TickChain } from './tick-chain.ts';

/** How often the index is logged and rounds move on. */
export const optionTickMs = 1_000;
/** Past the whole second: a timer may fire a millisecond early, and its tick would then decide nothing. */
const justAfterMs = 3;
/** How long ticks are kept; those that decided a round are kept with it. */
const ticksKeptMs = 7 * 86_400_000;
const clearTicksEveryMs = 60_000;

/** What the options of an exchange stand on. */
export interface OptionsGround {
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
  /** From 0 to below 1; for the stakes of the practice crowd. */
  readonly random: () => number;
}

/** Opens the seconds options: loads the chain and the rounds, and moves them on once a second. */
export async function openOptions(ground: OptionsGround) {
  const { database, ledger, clock, logger, closers, troubles = noTroubles } = ground;
  const coins = optionCoins(ground.pairs);
  const chain = new TickChain();
  const board = new RoundBoard();
  await chain.load(database);
  await loadBoard(database, board, clock());
  const crowd = ground.config.mode === 'practice' ? createCrowd(ledger, clock, ground.random) : null;
  const clockwork = new Clockwork({ ...ground, coins, chain, board, crowd });
  const handlers = createOptionHandlers({ ...ground, coins, board, clockwork });
  const opened = { board, series: seriesOf(coins), handlers };
  if (!ground.isOn) return opened;
  const unfollow = ground.storeHealth?.onChange(() => clockwork.doubt());
  const timers = [
    // Just after each whole second of the clock: rounds begin and end on whole seconds.
    repeat(
      logger,
      'move options on',
      () => optionTickMs - (clock() % optionTickMs) + justAfterMs,
      async () => {
        await clockwork.step().finally(() => {
          if (clockwork.failing > 0) troubles.failing('rounds of options');
          else troubles.working('rounds of options');
        });
      },
      troubles,
    ),
    repeat(logger, 'clear old option ticks', clearTicksEveryMs, () => clearOldTicks(database, clock() - ticksKeptMs)),
  ];
  closers.add('options', async () => {
    unfollow?.();
    await Promise.all(timers.map((timer) => timer.close()));
  });
  return opened;
}

/** The options of a running exchange. */
export type Options = Awaited<ReturnType<typeof openOptions>>;
