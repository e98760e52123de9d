import { useLingui } from '@lingui/react/macro';
import { Undo2, UserRound, UsersRound } from 'lucide-react';
import type { TeamRebate } from '#protocol/referrals/entities.ts';
import { compareDecimals } from '#protocol/core/decimal.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { OwnAmount } from '../order-entry/own-amount.tsx';
import { useAmountText } from '../assets/amount-text.ts';
import { shareText } from './share-text.ts';
import { MemberName } from './member-name.tsx';
import css from './referrals.module.css';

/** A rebate: of whose fees, which share, when; or one that was taken back with its fee. */
export function RebateRow({ rebate }: { readonly rebate: TeamRebate }) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const { name, generation, asset, fee, share, amount, at } = rebate;
  const isReversed = compareDecimals(amount, '0') < 0;
  const [when, feeText] = [formatTime(at, 'dayTime'), amountOf(isReversed ? fee.replace('-', '') : fee, asset)];
  const part = share === null ? null : shareText(share);
  return (
    <ListRow
      height={60}
      leading={<IconTile icon={isReversed ? Undo2 : generation === 'direct' ? UserRound : UsersRound} />}
      title={<MemberName>{name}</MemberName>}
      sub={
        part === null ? (
          <OwnAmount>{t`fee of ${feeText} refunded`}</OwnAmount>
        ) : (
          <OwnAmount>{t`${part} of ${feeText}`}</OwnAmount>
        )
      }
      value={
        <OwnAmount>
          <span className={isReversed ? css['reversed'] : css['gain']}>
            {isReversed ? '' : '+'}
            {amountOf(amount, asset)}
          </span>
        </OwnAmount>
      }
      valueSub={when}
    />
  );
}
