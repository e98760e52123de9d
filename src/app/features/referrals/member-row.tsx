import { useLingui } from '@lingui/react/macro';
import type { TeamMember } from '#protocol/referrals/entities.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { OwnAmount } from '../order-entry/own-amount.tsx';
import { useAmountText } from '../assets/amount-text.ts';
import { MemberName } from './member-name.tsx';
import css from './referrals.module.css';

/** A member: since when, the fees they paid in the coin they paid most in, and the rebates of this week. */
export function MemberRow({ member }: { readonly member: TeamMember }) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const { name, since, traded, counts, sums } = member;
  const [first, ...more] = sums;
  const day = formatTime(since, 'day');
  const paid = first === undefined ? null : amountOf(first.fees, first.asset);
  const others = more.length;
  return (
    <ListRow
      height={60}
      leading={
        <span className={css['avatar']} aria-hidden>
          {letterOf(name)}
        </span>
      }
      title={<MemberName>{name}</MemberName>}
      sub={
        <>
          {!counts && <Badge>{t`No rebate`}</Badge>} {t`since ${day}`}
          {paid !== null ? (
            <>
              {' · '}
              <OwnAmount>{t`fees ${paid}`}</OwnAmount>
              {others > 0 && ` +${others}`}
            </>
          ) : (
            !traded && <> · {t`not traded yet`}</>
          )}
        </>
      }
      {...(first === undefined
        ? {}
        : {
            value: <OwnAmount>{amountOf(first.week, first.asset, false)}</OwnAmount>,
            valueSub: t`this week`,
          })}
    />
  );
}

/** The first letter of a name; of a number, its country. */
function letterOf(name: string): string {
  return name.startsWith('+') ? name.slice(1, 3) : name.slice(0, 1).toUpperCase();
}
