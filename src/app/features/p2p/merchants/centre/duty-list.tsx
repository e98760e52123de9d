import { Trans, useLingui } from '@lingui/react/macro';
import { Hourglass } from 'lucide-react';
import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { TextLink } from '#app/ui/layout/Section.tsx';
import { formatCoins, formatFiat } from '#app/features/p2p/parts/fiat-money.ts';
import { orderHref } from '#app/features/p2p/parts/order-href.ts';
import { dutiesOf, type Duty, timeLeft } from './duties.ts';
import css from './centre.module.css';

/** Duties shown at once. */
const shownMost = 3;

/** What open orders ask of the merchant, soonest first; nothing while they ask for nothing. */
export function DutyList({ orders }: { orders: readonly P2pOrder[] }) {
  const { t } = useLingui();
  const now = useServerNow();
  const duties = dutiesOf(orders);
  if (duties.length === 0) return null;
  const more = duties.length - shownMost;
  return (
    <section aria-label={t`To do`} className={css['duties']}>
      <ul>
        {duties.slice(0, shownMost).map((duty) => (
          <li key={duty.order.id} className={css['duty']}>
            <Icon of={Hourglass} size="bar" />
            <DutyText duty={duty} left={timeLeft(duty.until, now)} />
            <Button size="s" href={`#${orderHref(duty.order)}`}>
              <Trans>Check</Trans>
            </Button>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className={css['more']}>
          <TextLink href="#/pages/otc/Orderrecord">
            <Trans>and {more} more</Trans>
          </TextLink>
        </p>
      )}
    </section>
  );
}

function DutyText({ duty: { order, act }, left }: { duty: Duty; left: string }) {
  const { t } = useLingui();
  const [coins, money] = [formatCoins(order.quantity, order.asset), formatFiat(order.amount, order.currency)];
  const name = order.counterparty ?? t`The other side`;
  const titles = { release: t`Release ${coins}`, pay: t`Pay ${money}`, answer: t`Answer the appeal` };
  const texts = { release: t`${name} paid ${money}`, pay: t`${name} sells ${coins}`, answer: `${name}, ${money}` };
  return (
    <div className={css['dutyText']}>
      <p>
        <b>{titles[act]}</b>, <span className={css['left']}>{left}</span>
      </p>
      <p>{texts[act]}</p>
    </div>
  );
}
