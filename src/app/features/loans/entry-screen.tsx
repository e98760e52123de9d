import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { BookOpen, Landmark, ReceiptText, Wallet } from 'lucide-react';
import { compareDecimals } from '#protocol/core/decimal.ts';
import { leastHours } from '#protocol/loans/maths/interest.ts';
import { formatAmount } from '#app/platform/format/number-format.ts';
import { useFeature } from '#app/platform/session/launch-config.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { ScreenSkeleton } from '#app/ui/layout/ScreenSkeleton.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { useCoinFacts } from '../assets/holdings.ts';
import { SourceRow } from '../backing/source-row.tsx';
import { LoadError } from '../loading/load-error.tsx';
import { OfflineAge } from '../loading/offline-age.tsx';
import { WhenOn } from '../switches/when-on.tsx';
import { rateText, upTo } from './health.ts';
import { Hero } from './hero.tsx';
import { Length } from './length.tsx';
import css from './loans.module.css';
import { alreadyQuery, lentCoin, limitsQuery, termsQuery } from './queries.ts';

/** Where loans begin: what one may borrow, for how long, on what, and what one owes already. */
export function LoanEntryScreen() {
  const { t } = useLingui();
  const isOn = useFeature('loans');
  const limits = useQuery(limitsQuery);
  const isOpen = isOn && limits.data !== undefined && compareDecimals(limits.data.most, limits.data.least) >= 0;
  return (
    <Page
      title={t`Loans`}
      actions={<IconButton icon={ReceiptText} label={t`Loan records`} href="#/pages/loan/loanRecords" />}
      onRefresh={() => limits.refetch()}
      {...(isOn
        ? {
            bottom: (
              <Button
                kind="primary"
                size="l"
                detail={
                  <OneLine>
                    <Trans>Nothing is locked until the last step</Trans>
                  </OneLine>
                }
                {...(limits.data === undefined || isOpen
                  ? { href: '#/pages/loan/form' }
                  : { disabledReason: t`The loans account has nothing free to lend, or your limit is used.` })}
              >
                <Trans>Borrow</Trans>
              </Button>
            ),
          }
        : {})}
    >
      <WhenOn feature="loans">
        <MayBorrow />
      </WhenOn>
      <Owed />
      <ListRow
        leading={<IconTile icon={BookOpen} />}
        title={t`How loans work`}
        sub={t`Terms, a worked example, and what can go wrong`}
        href="#/pages/loanDescription/loanDescription"
      />
    </Page>
  );
}

function MayBorrow() {
  const { t } = useLingui();
  const limits = useQuery(limitsQuery);
  const terms = useQuery(termsQuery);
  const { decimals } = useCoinFacts()(lentCoin);
  if (limits.data === undefined || terms.data === undefined) {
    const failed = limits.isError ? limits : terms.isError ? terms : null;
    return failed === null ? (
      <ScreenSkeleton blocks={[[140, 14], [220, 40], 160]} />
    ) : (
      <LoadError query={failed} title={<Trans>The terms of loans did not load</Trans>} />
    );
  }
  const { most, least, limit, collaterals, at } = limits.data;
  const shown = (amount: string) => formatAmount(amount, decimals);
  return (
    <>
      <OfflineAge at={at} />
      <Hero label={<Trans>You can borrow up to</Trans>} number={shown(most)} coin={lentCoin}>
        <Trans>The smaller of your limit and what is free to lend</Trans>
      </Hero>
      <div className={css['stack']}>
        <FactsCard
          items={[
            { key: t`Interest an hour`, value: rateText(terms.data.hourlyRate, 4) },
            { key: t`Minimum interest`, value: <Length hours={leastHours} />, id: 'least' },
            { key: t`Longest`, value: <Length hours={terms.data.hours} />, id: 'longest' },
            { key: t`Smallest loan`, value: `${shown(least)} ${lentCoin}` },
            { key: t`Limit of one person`, value: `${shown(limit)} ${lentCoin}` },
            { key: t`Taken as collateral`, value: collaterals.map(({ asset }) => asset).join(', ') },
          ]}
        />
        <div className={css['wide']}>
          <SourceRow product="loans" asset={lentCoin} />
        </div>
      </div>
    </>
  );
}

/** What one owes, and the way to repay it. */
function Owed() {
  const { t } = useLingui();
  const already = useQuery(alreadyQuery);
  const { decimals } = useCoinFacts()(lentCoin);
  if (already.data === undefined) return null;
  const { owed, underReview, loans } = already.data;
  const owedText = `${formatAmount(upTo(owed, decimals), decimals)} ${lentCoin}`;
  return (
    <>
      <ListRow
        leading={<IconTile icon={Wallet} />}
        title={t`Loans to repay`}
        sub={t`${loans} running`}
        value={owedText}
        href="#/pages/loan/onlineRepayment_list"
      />
      {compareDecimals(underReview, '0') > 0 && (
        <ListRow
          leading={<IconTile icon={Landmark} />}
          title={t`Under review`}
          value={`${formatAmount(underReview, decimals)} ${lentCoin}`}
          href="#/pages/loan/loanRecords?state=under-review"
        />
      )}
    </>
  );
}
