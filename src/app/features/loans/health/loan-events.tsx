import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import {
  Bell,
  CalendarClock,
  Check,
  CircleMinus,
  Coins,
  type LucideIcon,
  Plus,
  ShoppingCart,
  Unlock,
} from 'lucide-react';
import type { Loan, LoanEvent, LoanEventKind } from '#protocol/loans/entities.ts';
import { addDecimals, type Decimal } from '#protocol/core/decimal.ts';
import { hoursToCome } from '#protocol/loans/maths/interest.ts';
import { serverNow } from '#app/platform/api/server-clock.ts';
import { formatAmount, formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Section } from '#app/ui/layout/Section.tsx';
import { IconTile, ListRow } from '#app/ui/lists/ListRow.tsx';
import { useCoinFacts } from '#app/features/assets/holdings.ts';
import { NotLoaded } from '#app/features/loading/not-loaded.tsx';
import { owedIn, upTo } from '../health.ts';
import { eventLabels } from '../loan-labels.ts';
import css from '../loans.module.css';
import { eventsQuery } from '../queries.ts';

const icons: Readonly<Record<LoanEventKind, LucideIcon>> = {
  'paid-out': Coins,
  repaid: Check,
  'topped-up': Plus,
  warned: Bell,
  sold: ShoppingCart,
  released: Unlock,
  'taken-over': ShoppingCart,
  'written-off': CircleMinus,
};

/** What happened to a loan, newest first. */
export function LoanEvents({ loan }: { loan: Loan }) {
  const { t } = useLingui();
  const events = useQuery({ ...eventsQuery(loan), meta: { quiet: true } });
  const { decimals } = useCoinFacts()(loan.asset);
  if (events.data === undefined) {
    return <NotLoaded query={events} title={<Trans>The history did not load</Trans>} rows={2} />;
  }
  const interest = formatNumber(loan.interest, { sign: 'always' });
  return (
    <div className={css['wide']}>
      <Section title={<Trans>History</Trans>}>
        {loan.state === 'running' && loan.dueAt !== null && (
          <ListRow
            height={56}
            leading={<IconTile icon={CalendarClock} />}
            title={t`Due, if nothing more is repaid`}
            sub={formatTime(loan.dueAt, 'dayTime')}
            value={formatAmount(upTo(owedAtEnd(loan, loan.dueAt), decimals), decimals)}
            valueSub={t`${interest} interest so far`}
          />
        )}
        {events.data.list.map((event) => (
          <EventRow key={event.id} event={event} loan={loan} />
        ))}
      </Section>
    </div>
  );
}

/** What will be owed on the due day, with the hours to come. */
function owedAtEnd({ principal, interest, hourlyRate, startedAt }: Loan, dueAt: number): Decimal {
  const hours = hoursToCome(startedAt ?? dueAt, dueAt, serverNow());
  return addDecimals(owedIn(principal, hourlyRate, hours), interest);
}

function EventRow({ event, loan }: { event: LoanEvent; loan: Loan }) {
  const { i18n, t } = useLingui();
  const factsOf = useCoinFacts();
  const { priceDecimals } = factsOf(loan.collateral.asset);
  const owed = formatAmount(event.owed, factsOf(loan.asset).decimals);
  const price = event.price === null ? null : formatNumber(event.price, { decimals: priceDecimals });
  const time = formatTime(event.at, 'dayTime');
  return (
    <ListRow
      height={56}
      leading={<IconTile icon={icons[event.kind]} />}
      title={i18n._(eventLabels[event.kind])}
      sub={price === null ? time : t`${time}, at ${price}`}
      value={event.kind === 'warned' ? null : `${formatNumber(event.amount)} ${event.asset}`}
      valueSub={t`${owed} owed`}
    />
  );
}
