import { Trans, useLingui } from '@lingui/react/macro';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { CountdownRing } from '#app/ui/numbers/Rings.tsx';
import { AmountCard } from '../amount-card.tsx';
import { CounterpartyRow } from '../counterparty-row.tsx';
import css from '../order.module.css';
import { OrderPage } from '../order-page.tsx';
import { moneyOf } from '../order-texts.ts';
import { CancellationNote } from './cancellation-note.tsx';

/** An order whose time to pay is over, from the second that it is, whether or not the exchange said so yet. */
export function TimeOverView({ detail }: { detail: P2pOrderDetail }) {
  const { t } = useLingui();
  const { order } = detail;
  const { coins } = moneyOf(order);
  const at = formatTime(order.payUntil, 'time');
  const isBuyer = order.side === 'buy';
  return (
    <OrderPage
      detail={detail}
      title={isBuyer ? t`Buy ${order.asset}` : t`Sell ${order.asset}`}
      bottom={
        isBuyer ? (
          <Button
            kind="primary"
            size="l"
            href={`#/pages/otc/otc?side=buy&asset=${order.asset}&currency=${order.currency}`}
          >
            <Trans>Order again</Trans>
          </Button>
        ) : (
          <Button size="l" href="#/pages/otc/Orderrecord">
            <Trans>P2P orders</Trans>
          </Button>
        )
      }
    >
      <div className={css['count']}>
        <CountdownRing size={84} share={0}>
          <span className={css['time']}>00:00</span>
        </CountdownRing>
        <div className={css['about']}>
          <h2 className={css['headline']}>
            <Trans>Closed at {at}</Trans>
          </h2>
          <p>
            {isBuyer ? (
              <Trans>The {coins} go back to the seller. Do not pay any more.</Trans>
            ) : (
              <Trans>It was not paid in time. The {coins} go back to your fiat wallet.</Trans>
            )}
          </p>
        </div>
      </div>
      <CancellationNote detail={detail} />
      <AmountCard order={order} label={<Trans>Not paid</Trans>} />
      <CounterpartyRow detail={detail} />
    </OrderPage>
  );
}
