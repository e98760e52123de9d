import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { CircleHelp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { hourMs } from '#protocol/core/durations.ts';
import {
  compareDecimals,
  decimalPlaces,
  multiplyDecimals,
  subtractDecimals,
  type Decimal,
} from '#protocol/core/decimal.ts';
import type { ShownLoanLevels } from '#protocol/loans/entities.ts';
import { formatAmount, formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { Segmented } from '#app/ui/controls/Segmented.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { useCoinFacts } from '#app/features/assets/holdings.ts';
import { SourceRow } from '#app/features/backing/source-row.tsx';
import { OfflineAge } from '#app/features/loading/offline-age.tsx';
import { RiskLine } from '#app/ui/layout/RiskLine.tsx';
import { levelText, owedIn, rateText, fallText, type Pledged, priceAt } from '../health.ts';
import { changeLoanDraft } from '../draft.ts';
import { Hero } from '../hero.tsx';
import { Length } from '../length.tsx';
import { LtvBar } from '../ltv-bar.tsx';
import css from '../loans.module.css';
import { LoanFields } from './loan-fields.tsx';
import type { Application } from './use-application.ts';
import table from './loan-step.module.css';

const dayHours = 24;
const weekHours = 7 * dayHours;
const yearHours = '8760';
const clockStepMs = 60_000;

export interface StepProps {
  readonly application: Application;
  readonly bar: ReactNode;
}

/** The first step: how much, for how long, on what, and the prices that end it. */
export function LoanStep({ application, bar }: StepProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [wasTried, setTried] = useState(false);
  const reachable = useReachable();
  const { limits, pledge, problem } = application;
  const isSpent = compareDecimals(limits.most, limits.least) < 0;
  const [coin, sale] = [pledge.asset, levelText(pledge.levels.sale)];
  return (
    <Page
      title={t`Borrow`}
      actions={
        <IconButton icon={CircleHelp} label={t`How loans work`} href="#/pages/loanDescription/loanDescription" />
      }
      bottom={
        <Button
          kind="primary"
          size="l"
          detail={<Trans>Nothing is locked or owed yet</Trans>}
          disabledReason={
            !reachable
              ? t`No connection. What you entered stays on this phone.`
              : isSpent
                ? t`The loans account has nothing free to lend, or your limit is used.`
                : undefined
          }
          onClick={() => {
            setTried(true);
            if (problem === null) void navigate({ to: '/pages/loan/form', search: { step: '2' } });
          }}
        >
          <OneLine>
            <Trans>Next: about you</Trans>
          </OneLine>
        </Button>
      }
    >
      {bar}
      <OfflineAge at={limits.at} />
      <OwedHero application={application} />
      <div className={css['stack']}>
        <LoanFields application={application} wasTried={wasTried} />
        <Lengths application={application} />
        <HealthCard application={application} />
        <RepayDates application={application} />
        <div className={css['wide']}>
          <SourceRow product="loans" asset={limits.asset} />
        </div>
        <RiskLine>
          <Trans>
            Prices can fall within minutes. At {sale} {coin} is sold in slices through the order book and the rest is
            returned to you.
          </Trans>
        </RiskLine>
      </div>
    </Page>
  );
}

/** How near to a sale the loan would begin, and the prices on the way. */
function HealthCard({ application: { draft, pledge, ratio } }: { application: Application }) {
  const { priceDecimals } = useCoinFacts()(pledge.asset);
  const coin = pledge.asset;
  const loan = { owed: draft.amount || '0', collateral: draft.collateral || '0' };
  const price = pledge.price === null ? null : formatNumber(pledge.price, { decimals: priceDecimals });
  return (
    <section className={css['card']}>
      <div className={css['cardHead']}>
        <h2>
          <Trans>Loan-to-value</Trans>
        </h2>
        <span>
          {price === null ? (
            <Trans>No price now</Trans>
          ) : (
            <Trans>
              {coin} is {price} now
            </Trans>
          )}
        </span>
      </div>
      <LtvBar levels={pledge.levels} now={ratio} />
      <LevelsTable coin={coin} levels={pledge.levels} loan={loan} price={pledge.price} />
    </section>
  );
}

function OwedHero({ application }: { application: Application }) {
  const { terms, owed, draft, hours, limits } = application;
  const { decimals } = useCoinFacts()(limits.asset);
  const due = formatTime(useServerNow(clockStepMs) + hours * hourMs, hours < dayHours ? 'dateTime' : 'date');
  const interest = formatAmount(subtractDecimals(owed, draft.amount === '' ? '0' : draft.amount), decimals);
  const hourly = rateText(terms.hourlyRate, 4);
  const yearly = rateText(multiplyDecimals(terms.hourlyRate, yearHours, 6), 2);
  return (
    <Hero label={<Trans>You will owe on {due}</Trans>} number={formatAmount(owed, decimals)} coin={limits.asset}>
      <Trans>
        {interest} interest: {hourly} an hour, {yearly} a year
      </Trans>
    </Hero>
  );
}

function Lengths({ application: { terms, hours } }: { application: Application }) {
  const { t } = useLingui();
  const isShort = terms.terms.some((term) => term.hours === hours && term.isShort);
  return (
    <div>
      <Segmented
        label={t`How long`}
        items={terms.terms.map((term) => ({ id: term.hours.toString(), label: <Length hours={term.hours} /> }))}
        value={hours.toString()}
        onChange={(next) => changeLoanDraft({ hours: Number(next) })}
      />
      {isShort && (
        <Badge tone="practice">
          <Trans>Short cycle, for practice</Trans>
        </Badge>
      )}
    </div>
  );
}

/** What is owed on three days, if nothing is repaid before. */
function RepayDates({ application: { draft, terms, hours, limits } }: { application: Application }) {
  const { decimals } = useCoinFacts()(limits.asset);
  const amount = draft.amount === '' ? '0' : draft.amount;
  const places = Math.max(decimals, decimalPlaces(amount));
  const days = [...new Set([dayHours, weekHours, hours])].filter((each) => each <= hours);
  return (
    <dl className={css['dates']}>
      {days.map((each) => (
        <div key={each}>
          <dt>
            <Trans>
              After <Length hours={each} />
            </Trans>
          </dt>
          <dd>{formatAmount(owedIn(amount, terms.hourlyRate, each), places)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface LevelsTableProps {
  readonly coin: string;
  readonly levels: ShownLoanLevels;
  readonly loan: Pledged;
  readonly price: Decimal | null;
}

/** At which price of the collateral something happens, and how far it is from here. */
function LevelsTable({ coin, levels, loan, price }: LevelsTableProps) {
  const { t } = useLingui();
  const { priceDecimals } = useCoinFacts()(coin);
  const [first, second, sale] = [levels.first, levels.second, levels.sale].map(levelText);
  const rows = [
    { part: 'first', name: t`First warning, ${first}`, level: levels.first },
    { part: 'second', name: t`Second warning, ${second}`, level: levels.second },
    { part: 'sale', name: t`Collateral sold, ${sale}`, level: levels.sale },
  ];
  return (
    <table className={table['levels']}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>If {coin} falls</Trans>
          </th>
          <th scope="col">
            <Trans context="falls to a price">to</Trans>
          </th>
          <th scope="col">
            <Trans context="falls by a share">by</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ part, name, level }) => {
          const at = priceAt(loan, level, priceDecimals);
          return (
            <tr key={part} data-part={part}>
              <th scope="row">{name}</th>
              <td>{at === null ? '–' : formatNumber(at, { decimals: priceDecimals })}</td>
              <td>{at === null || price === null ? '–' : fallText(price, at)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
