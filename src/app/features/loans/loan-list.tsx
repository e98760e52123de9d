import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Loan, LoanState } from '#protocol/loans/entities.ts';
import { formatAmount, formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { useCoinFacts } from '../assets/holdings.ts';
import { RecordList } from '../loading/record-list.tsx';
import { ratioOf, ratioText, upTo } from './health.ts';
import { stateLabels } from './loan-labels.ts';
import { loansQuery } from './queries.ts';

interface LoanListProps {
  readonly label: string;
  /** Those of one state; null: all. */
  readonly state: LoanState | null;
  /** What is said while there are none. */
  readonly empty: ReactNode;
  readonly action?: ReactNode;
}

/** Own loans, newest first, page by page. */
export function LoanList({ label, state, empty, action }: LoanListProps) {
  const loans = useInfiniteQuery(loansQuery(state));
  return (
    <RecordList
      label={label}
      query={loans}
      items={loans.data?.pages.flatMap(({ list }) => list)}
      failed={<Trans>The loans did not load</Trans>}
      coins
      rows={5}
      empty={<EmptyState icon={Landmark} title={empty} action={action} />}
      keyOf={({ id }) => id}
      rowHeight={64}
      render={(loan) => <LoanRow loan={loan} />}
    />
  );
}

/** A loan in a list: its collateral and state, what is owed and how healthy it is. */
function LoanRow({ loan }: { loan: Loan }) {
  const { i18n, t } = useLingui();
  const { decimals } = useCoinFacts()(loan.asset);
  const { name, tone } = stateLabels[loan.state];
  const { asset: coin, amount, pledged } = loan.collateral;
  const isOpen = loan.state === 'running' || loan.state === 'selling';
  const ratio = ratioText(ratioOf({ owed: loan.owed, collateral: amount }, loan.price));
  const shown = isOpen ? upTo(loan.owed, decimals) : loan.amount;
  const on = formatNumber(loan.endedAt === null ? amount : pledged);
  return (
    <ListRow
      href={`#/pages/loan/onlineRepayment?id=${loan.id}`}
      leading={<CoinIcon symbol={coin} />}
      title={t`${on} ${coin}`}
      sub={formatTime(loan.startedAt ?? loan.appliedAt, 'dayTime')}
      value={`${formatAmount(shown, decimals)} ${loan.asset}`}
      valueSub={
        isOpen && loan.warning === 'none' && loan.state === 'running' ? (
          t`Loan-to-value ${ratio}`
        ) : (
          <Badge tone={loan.warning === 'none' || !isOpen ? tone : 'warn'}>
            {isOpen && loan.state === 'running' ? t`Warned, ${ratio}` : i18n._(name)}
          </Badge>
        )
      }
    />
  );
}
