import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Loan } from '#protocol/loans/entities.ts';
import { formatAmount, formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import { Banner, StaleTag } from '#app/ui/layout/Banner.tsx';
import { Page, type PageProps } from '#app/ui/layout/Page.tsx';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { useCoinFacts } from '#app/features/assets/holdings.ts';
import { SubmitFailure } from '#app/features/outcomes/submit-failure.tsx';
import { OfflineAge } from '#app/features/loading/offline-age.tsx';
import { fallText, levelText, type Pledged, priceAt, ratioOf, ratioText, upTo } from '../health.ts';
import { Hero } from '../hero.tsx';
import css from '../loans.module.css';
import { LtvBar } from '../ltv-bar.tsx';
import { RiskLine } from '#app/ui/layout/RiskLine.tsx';
import { LoanEvents } from './loan-events.tsx';
import { RepairButton } from './repair-button.tsx';
import { RepairField } from './repair-field.tsx';
import { type Repair, type RepairKind, useRepair } from './use-repair.ts';

/** Prices older than this are shown as old. */
const staleMs = 15_000;
const clockStepMs = 5_000;

interface RunningLoanProps {
  readonly loan: Loan;
  /** When it was read, in epoch milliseconds of the device. */
  readonly at: number;
  readonly frame: Pick<PageProps, 'title' | 'actions'>;
}

/** A loan that runs: how near it is to a sale, and what brings it back, filled in already while it is warned. */
export function RunningLoan({ loan, at, frame }: RunningLoanProps) {
  const { t } = useLingui();
  const [kind, setKind] = useState<RepairKind>('repay');
  const repair = useRepair(loan, kind);
  const isOld = useServerNow(clockStepMs) - loan.priceAt > staleMs || loan.price === null;
  const now = ratioOf({ owed: loan.owed, collateral: loan.collateral.amount }, loan.price);
  const [coin, sale] = [loan.collateral.asset, levelText(loan.levels.sale)];
  return (
    <Page {...frame} bottom={<RepairButton loan={loan} kind={kind} repair={repair} />}>
      <OfflineAge at={at} />
      <Hero
        old={isOld}
        label={
          <>
            <Trans>Loan-to-value</Trans> <Warned warning={loan.warning} />
            {isOld && (
              <StaleTag>
                <Trans>as of {formatTime(loan.priceAt, 'time')}</Trans>
              </StaleTag>
            )}
          </>
        }
        number={ratioText(now)}
      >
        <PriceLine loan={loan} />
      </Hero>
      <div className={css['stack']}>
        <LtvBar levels={loan.levels} now={now} after={repair.after} />
        <WarnedBanner loan={loan} />
        <Segmented<RepairKind>
          label={t`What to do`}
          items={[
            { id: 'top-up', label: t`Top up` },
            { id: 'repay', label: t`Repay part` },
            { id: 'repay-all', label: t`Repay all` },
          ]}
          value={kind}
          onChange={(next) => {
            repair.submit.reset();
            setKind(next);
          }}
        />
        <RepairField loan={loan} kind={kind} repair={repair} />
        <SubmitFailure held={repair.submit.held} failure={repair.failure} />
        <BeforeAfter loan={loan} repair={repair} />
        <LoanEvents loan={loan} />
        <RiskLine quiet>
          <Trans>
            At {sale} {coin} is sold in slices through the order book and the rest is returned. You never owe more than
            the sale proceeds.
          </Trans>
        </RiskLine>
      </div>
    </Page>
  );
}

function Warned({ warning }: Pick<Loan, 'warning'>) {
  if (warning === 'none') return null;
  return (
    <Badge tone="warn">{warning === 'first' ? <Trans>First warning</Trans> : <Trans>Second warning</Trans>}</Badge>
  );
}

/** The price of now, and the one that ends it. */
function PriceLine({ loan }: { loan: Loan }) {
  const { asset: coin, amount } = loan.collateral;
  const { priceDecimals } = useCoinFacts()(coin);
  const soldAt = priceAt({ owed: loan.owed, collateral: amount }, loan.levels.sale, priceDecimals);
  if (loan.price === null || soldAt === null) {
    return <Trans>{coin} has no price now. Nothing is sold without a price.</Trans>;
  }
  const price = formatNumber(loan.price, { decimals: priceDecimals });
  const [fall, to] = [fallText(loan.price, soldAt), formatNumber(soldAt, { decimals: priceDecimals })];
  return (
    <Trans>
      {coin} is {price}. Sold if it falls <b>{fall}</b> to <b>{to}</b>
    </Trans>
  );
}

/** When one was warned, and what comes next. */
function WarnedBanner({ loan }: { loan: Loan }) {
  const { asset: coin, amount } = loan.collateral;
  const { priceDecimals } = useCoinFacts()(coin);
  if (loan.warning === 'none' || loan.warnedAt === null) return null;
  const when = formatTime(loan.warnedAt, 'dayTime');
  const next = loan.warning === 'first' ? loan.levels.second : loan.levels.sale;
  const at = priceAt({ owed: loan.owed, collateral: amount }, next, priceDecimals);
  const [level, price] = [levelText(next), at === null ? '–' : formatNumber(at, { decimals: priceDecimals })];
  return (
    <Banner tone="warn" inset>
      {loan.warning === 'first' ? (
        <Trans>
          Warned {when} by notice. The next warning comes at {level}, {coin} {price}.
        </Trans>
      ) : (
        <Trans>
          Warned {when} by notice. Collateral is sold at {level}, {coin} {price}.
        </Trans>
      )}
    </Banner>
  );
}

/** What is owed, the loan-to-value and the price of a sale: now, and after what is entered. */
function BeforeAfter({ loan, repair }: { loan: Loan; repair: Repair }) {
  const { t } = useLingui();
  const factsOf = useCoinFacts();
  const coin = loan.collateral.asset;
  const { decimals } = factsOf(loan.asset);
  const { priceDecimals } = factsOf(coin);
  const now: Pledged = { owed: loan.owed, collateral: loan.collateral.amount };
  const { left } = repair;
  const owed = ({ owed: amount }: Pledged) => formatAmount(upTo(amount, decimals), decimals);
  const ratio = (each: Pledged) => ratioText(ratioOf(each, loan.price));
  const sale = (each: Pledged) => {
    const at = priceAt(each, loan.levels.sale, priceDecimals);
    return at === null ? '–' : formatNumber(at, { decimals: priceDecimals });
  };
  const rows = [
    { name: t`Owed (${loan.asset})`, text: owed },
    { name: t`Loan-to-value`, text: ratio },
    { name: t`Collateral sold at ${coin}`, text: sale },
  ];
  return (
    <table className={css['change']}>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{t`Figure`}</VisuallyHidden>
          </th>
          <td>
            <Trans>now</Trans>
          </td>
          {left !== null && (
            <td>
              <Trans>after</Trans>
            </td>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, text }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{text(now)}</td>
            {left !== null && <td>{text(left)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
