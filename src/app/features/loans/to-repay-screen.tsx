import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { formatAmount } from '#app/platform/format/number-format.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { ScreenSkeleton } from '#app/ui/layout/ScreenSkeleton.tsx';
import { useCoinFacts } from '../assets/holdings.ts';
import { upTo } from './health.ts';
import { Hero } from './hero.tsx';
import { LoanList } from './loan-list.tsx';
import { alreadyQuery, lentCoin } from './queries.ts';

/** Loans that wait for repayment, under what is owed of all of them. */
export function ToRepayScreen() {
  const { t } = useLingui();
  const already = useQuery(alreadyQuery);
  const { decimals } = useCoinFacts()(lentCoin);
  return (
    <Page
      title={t`Loans to repay`}
      actions={<IconButton icon={ReceiptText} label={t`Loan records`} href="#/pages/loan/loanRecords" />}
      onRefresh={() => already.refetch()}
    >
      {already.data === undefined ? (
        <ScreenSkeleton
          blocks={[
            [120, 14],
            [200, 40],
          ]}
        />
      ) : (
        <Hero
          label={<Trans>You owe</Trans>}
          number={formatAmount(upTo(already.data.owed, decimals), decimals)}
          coin={lentCoin}
        >
          <Trans>Principal and interest of all loans that run</Trans>
        </Hero>
      )}
      <LoanList label={t`Loans to repay`} state="running" empty={<Trans>Nothing to repay</Trans>} />
    </Page>
  );
}
