import { fromUnits } from '../../../protocol/core/decimal.ts';
import { assetScale } from '../../core/assets.ts';
import { isHouse } from '../../core/ledger/account.ts';
import type { NewNotice } from '../../accounts/notices/write-notice.ts';
import type { Share } from '../engine/option-round.ts';
import type { RoundRow } from './round-row.ts';
import { optionAsset } from './rules.ts';

const articleKeys: Readonly<Record<Share['outcome'], string>> = {
  profit: 'notice/option-won',
  loss: 'notice/option-lost',
  draw: 'notice/option-refunded',
};

/** The notices of a settled round: one to each user who entered it, written in the transaction that pays it out. */
export function roundNotices(round: RoundRow, shares: readonly Share[], at: number): NewNotice[] {
  const money = (units: bigint) => fromUnits(units, assetScale(optionAsset));
  return shares
    .filter(({ owner }) => !isHouse(owner))
    .map(({ id, owner, direction, stake, outcome, profit }) => ({
      owner,
      kind: 'trading',
      articleKey: articleKeys[outcome],
      facts: {
        coin: round.coin,
        seconds: String(round.cycle),
        direction,
        stake: money(stake),
        profit: money(profit),
        returned: money(outcome === 'loss' ? 0n : stake + profit),
        strike: round.strike?.deciding.price ?? '–',
        close: round.settlement?.deciding.price ?? '–',
      },
      subject: { kind: 'round', round: round.id, entry: String(id) },
      at,
    }));
}
