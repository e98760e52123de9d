import type { CallOutput } from '../../../protocol/calls.ts';
import { fromUnits } from '../../../protocol/core/decimal.ts';
import {
  optionCycles,
  optionFeePerMille,
  optionLockMs,
  optionPoolMaximum,
  optionStakeMaximum,
  optionStakeMinimum,
  optionTickToleranceMs,
} from '../../../protocol/core/limits.ts';
import type { Clock } from '../../core/clock/clock.ts';
import type { Gate } from '../../core/gate/gate.ts';
import type { AreaHandlers } from '../../core/handler.ts';
import type { Ledger } from '../../core/ledger/ledger.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import type { Database } from '../../core/store/database.ts';
import type { RoundScheduler } from './round-scheduler.ts';
import { type OptionCoin, type Series, seriesOf } from './rules.ts';
import { endedRounds, openEntries, ownEntry, settledEntries } from './records.ts';
import type { RoundBoard } from './round-board.ts';
import { addEntry } from './adding-entries.ts';

/** What the calls of the options need. */
export interface OptionHandlersDeps {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly coins: readonly OptionCoin[];
  readonly board: RoundBoard;
  readonly scheduler: Pick<RoundScheduler, 'isOpen' | 'doubt'>;
  readonly gate: Pick<Gate, 'check'>;
}

type CoinAnswer = CallOutput<'GET contractOptionCoin-coin-info'>;

/** Handlers of area `option`. */
export function createOptionHandlers(deps: OptionHandlersDeps): AreaHandlers<'option'> {
  const { database, clock, coins, board } = deps;
  const series = seriesOf(coins);
  const chosen = ({ coin, cycle }: { coin?: string | undefined; cycle?: number | undefined }): Series[] => {
    const list = series.filter((one) => (coin ?? one.coin) === one.coin && (cycle ?? one.cycle) === one.cycle);
    for (const one of list) board.look(one, clock());
    return list;
  };
  return {
    'GET option/seconds/list': async () => ({
      list: chosen({}).map((one) => ({ ...one, rounds: board.rounds(one) })),
    }),

    'GET contractOptionConfig': async () => ({
      cycles: [...optionCycles],
      minimum: optionStakeMinimum,
      maximum: optionStakeMaximum,
      poolMaximum: optionPoolMaximum,
      feeRate: fromUnits(BigInt(optionFeePerMille), 3),
      lockMs: optionLockMs,
      tickToleranceMs: optionTickToleranceMs,
    }),

    'GET contractOption-history': async (query) => {
      const { list, next } = await endedRounds(database, query);
      return { list: [...list], next };
    },

    'GET contractOption-starting': async (query) => ({
      list: chosen(query).flatMap((one) => board.rounds(one).filter(({ phase }) => phase === 'waiting')),
    }),

    'GET contractOption-opening': async (query) => ({
      list: chosen(query).flatMap((one) =>
        board.rounds(one).filter(({ phase }) => phase === 'in-progress' || phase === 'settling'),
      ),
    }),

    'GET contractOptionCoin-coin-list': async () => ({ list: coins.map((one) => coinAnswer(deps, one)) }),

    'GET contractOptionCoin-coin-info': async ({ coin }) => {
      const found = coins.find((one) => one.coin === coin);
      if (found === undefined) throw new Refusal('notFound');
      return coinAnswer(deps, found);
    },

    'POST contractOptionOrder-add': (input, { caller, idempotencyKey }) =>
      addEntry(deps, input, caller.userId, idempotencyKey),

    'GET contractOptionOrder-current': async ({ coin }, { caller }) => ({
      list: await openEntries(database, caller.userId, coin),
    }),

    'GET contractOptionOrder-history': async (query, { caller }) => {
      const { list, next } = await settledEntries(database, caller.userId, query);
      return { list: [...list], next };
    },

    'GET contractOptionOrder-detail': async ({ id }, { caller }) => {
      const entry = await ownEntry(database, caller.userId, BigInt(id));
      if (entry === null) throw new Refusal('notFound');
      return { entry };
    },
  };
}

function coinAnswer({ scheduler }: OptionHandlersDeps, { coin, pair }: OptionCoin): CoinAnswer {
  return {
    coin,
    pair: pair.id,
    cycles: [...optionCycles],
    priceDecimals: pair.priceDecimals,
    open: scheduler.isOpen(coin),
  };
}
