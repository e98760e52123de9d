import type { CallOutput, CheckedInput } from '../../../protocol/calls.ts';
import { decimalPlaces, toUnits } from '../../../protocol/core/decimal.ts';
import { optionStakeMaximum, optionStakeMinimum } from '../../../protocol/core/limits.ts';
import { once } from '../../core/idempotency/once.ts';
import { assetScale } from '../../core/assets.ts';
import type { BalanceRow } from '../../core/ledger/balance-row.ts';
import { Refusal } from '../../core/failures/refusal.ts';
import { OutcomeUnknown } from '../../core/failures/outcome-unknown.ts';
import { enterRound } from './entering.ts';
import { optionAsset, stakeMaximum, stakeMinimum, stakePlaces } from './rules.ts';
import { toEntry, toRound, type RoundRow } from './round-row.ts';
import { type OptionHandlersDeps } from './calls.ts';

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
export async function addEntry(
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
