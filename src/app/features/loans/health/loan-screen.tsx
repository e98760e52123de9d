import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleHelp, ReceiptText, SearchX } from 'lucide-react';
import type { Loan } from '#protocol/loans/entities.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { ScreenSkeleton } from '#app/ui/layout/ScreenSkeleton.tsx';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';
import { OfflineAge } from '#app/features/loading/offline-age.tsx';
import { loanQuery } from '../queries.ts';
import { EndedLoan } from './ended-loan.tsx';
import { RunningLoan } from './running-loan.tsx';
import { SellingLoan } from './selling-loan.tsx';
import { WaitingLoan } from './waiting-loan.tsx';

/** One own loan: its review, its health and what can be done, its sale, or how it ended. */
export function LoanScreen({ id }: { id: string | undefined }) {
  const { t } = useLingui();
  const query = useQuery({ ...loanQuery(id ?? '0'), enabled: id !== undefined, meta: { quiet: true } });
  const loan = query.data?.list[0];
  if (loan !== undefined) return <View key={loan.id} loan={loan} at={query.dataUpdatedAt} />;
  const isUnknown = id === undefined || query.data !== undefined;
  return (
    <Page title={t`Loan`}>
      {isUnknown ? (
        <EmptyState
          icon={SearchX}
          title={t`Loan not found`}
          text={t`It is not one of your loans, or its address is incomplete.`}
          action={
            <Button wide={false} href="#/pages/loan/loanRecords">
              <Trans>Loan records</Trans>
            </Button>
          }
        />
      ) : (
        <NotLoaded query={query} title={<Trans>The loan did not load</Trans>} coins>
          <ScreenSkeleton blocks={[[120, 14], [160, 40], 48, 200]} />
        </NotLoaded>
      )}
    </Page>
  );
}

function View({ loan, at }: { loan: Loan; at: number }) {
  const { t } = useLingui();
  const day = formatTime(loan.startedAt ?? loan.appliedAt, 'day');
  const frame = {
    title: t`Loan of ${day}`,
    actions: (
      <>
        <IconButton icon={ReceiptText} label={t`Loan records`} href="#/pages/loan/loanRecords" />
        <IconButton icon={CircleHelp} label={t`How loans work`} href="#/pages/loanDescription/loanDescription" />
      </>
    ),
  };
  if (loan.state === 'running') return <RunningLoan loan={loan} at={at} frame={frame} />;
  return (
    <Page {...frame}>
      <OfflineAge at={at} />
      {loan.state === 'under-review' ? (
        <WaitingLoan loan={loan} />
      ) : loan.state === 'selling' ? (
        <SellingLoan loan={loan} />
      ) : (
        <EndedLoan loan={loan} />
      )}
    </Page>
  );
}
