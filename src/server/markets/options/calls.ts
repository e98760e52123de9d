import type { CallOutput, CheckedInput } from '#protocol/calls.ts';
import { fromUnits, decimalPlaces, toUnits } from '#protocol/core/decimal.ts';
import {
  optionCycles,
  optionFeePerMille,
  optionLockMs,
  optionPoolMaximum,
  optionStakeMaximum,
  optionStakeMinimum,
  optionTickToleranceMs,
} from '#protocol/core/limits.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Gate } from '#server/core/gate/gate.ts';
import type { AreaHandlers } from '#server/core/handler.ts';
import type { Ledger } from '#server/core/ledger/ledger.ts';
import { Refusal } from '#server/core/failures/refusal.ts';
import type { Database } from '#server/core/store/database.ts';
import type { RoundScheduler } from './round-scheduler.ts';
import {
  type OptionCoin,
  type Series,
  seriesOf,
  optionAsset,
  stakeMaximum,
  stakeMinimum,
  stakePlaces,
} from './rules.ts';
import { endedRounds, openEntries, ownEntry, settledEntries } from './records.ts';
import type { RoundBoard } from './round-board.ts';
import { once } from '#server/core/idempotency/once.ts';
import { assetScale } from '#server/core/assets.ts';
import type { BalanceRow } from '#server/core/ledger/balance-row.ts';
import { OutcomeUnknown } from '#server/core/failures/outcome-unknown.ts';
import { enterRound } from './entering.ts';
import { toEntry, toRound, type RoundRow } from './round-row.ts';

/** What the calls of the options need. */
interface OptionHandlersDeps {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly coins: readonly OptionCoin[];
  readonly board: RoundBoard;
  readonly scheduler: Pick<RoundScheduler, 'isOpen' | 'doubt'>;
  readonly gate: Pick<Gate, 'check'>;
}

type CoinAnswer = CallOutput<'GET contractOptionCoin-coin-info'>;

/** Units of a stake. @throws Refusal `enterAmount` below a cent, `quantityOutOfRange` with the limits */
function stakeOf(text: string): bigint {
  if (decimalPlaces(text) > stakePlaces) throw new Refusal('enterAmount');
  const units = toUnits(text, assetScale(optionAsset));
  if (units < stakeMinimum || units > stakeMaximum) {
    throw new Refusal('quantityOutOfRange', { minimum: optionStakeMinimum, maximum: optionStakeMaximum });
  }
  return units;
}

/** Enters a round once per key, and publishes what it changed. */
async function addEntry(
  { database, ledger, clock, board, scheduler, gate }: OptionHandlersDeps,
  input: CheckedInput<'POST contractOptionOrder-add'>,
  owner: bigint,
  key: string,
): Promise<CallOutput<'POST contractOptionOrder-add'>> {
  const stake = stakeOf(input.stake);
  let changed: readonly BalanceRow[] = [];
  let entered: RoundRow | null = null;
  const entering = database.transaction((tx) => {
    changed = [];
    entered = null;
    const request = { userId: owner, call: 'POST contractOptionOrder-add', key, body: input, at: clock() };
    return once(tx, request, async () => {
      gate.check('POST contractOptionOrder-add', { assets: [optionAsset] });
      const made = await enterRound(tx, ledger, clock, {
        round: BigInt(input.round),
        owner,
        direction: input.direction,
        stake,
      });
      if (!scheduler.isOpen(made.round.coin)) throw new Refusal('optionMarketClosed');
      ({ changed, round: entered } = made);
      return {
        entry: toEntry({
          ...made.round,
          entry_id: made.entry.toString(),
          direction: input.direction,
          stake: stake.toString(),
          outcome: null,
          profit: '0',
          fee: '0',
          entered_at: String(clock()),
        }),
      };
    });
  });
  const { answer } = await entering.catch((error: unknown) => {
    // Pools not published yet are shown with the next step.
    if (error instanceof OutcomeUnknown) scheduler.doubt();
    throw error;
  });
  ledger.changed(changed);
  if (entered !== null) board.put([toRound(entered)]);
  return answer;
}

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
