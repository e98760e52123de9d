import { Trans, useLingui } from '@lingui/react/macro';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { orderStateLabels } from '#app/features/p2p/parts/p2p-labels.ts';
import { BothSides } from '../appeal/both-sides.tsx';
import { Decision } from '../appeal/decision.tsx';
import { Timeline } from '../appeal/timeline.tsx';
import { CounterpartyRow } from '../counterparty-row.tsx';
import { OrderPage } from '../order-page.tsx';
import { moneyOf } from '../order-texts.ts';
import { TalkRow } from '../talk/talk-row.tsx';
import { CancellationNote } from './cancellation-note.tsx';
import css from './over.module.css';
import { RatingCard } from './rating-card.tsx';
import { Receipt } from './receipt.tsx';

/** Where the coins of an ended order are. */
function CoinsSentence({ detail }: { detail: P2pOrderDetail }) {
  const { side, state, endedBy } = detail.order;
  if (state === 'completed') {
    return side === 'buy' ? (
      <Trans>The coins are in your fiat wallet.</Trans>
    ) : (
      <Trans>The coins were released to the buyer.</Trans>
    );
  }
  if (side === 'sell') return <Trans>The coins are back in your fiat wallet.</Trans>;
  return endedBy === 'arbiter' ? (
    <Trans>The arbiter gave the coins back to the seller.</Trans>
  ) : (
    <Trans>The coins went back to the seller. Do not pay any more.</Trans>
  );
}

/** A completed or cancelled order: what became of the coins first, then its receipt, and an appeal there was. */
export function EndedView({ detail }: { detail: P2pOrderDetail }) {
  const { t, i18n } = useLingui();
  const { order } = detail;
  const { coins } = moneyOf(order);
  const label = orderStateLabels[order.state];
  return (
    <OrderPage
      detail={detail}
      title={order.side === 'buy' ? t`Buy ${order.asset}` : t`Sell ${order.asset}`}
      bottom={
        <Button
          size="l"
          href={
            order.state === 'completed' && order.side === 'buy'
              ? '#/pages/assets/tradeAccount?wallet=fiat'
              : '#/pages/otc/Orderrecord'
          }
        >
          {order.state === 'completed' && order.side === 'buy' ? (
            <Trans>Open the fiat wallet</Trans>
          ) : (
            <Trans>P2P orders</Trans>
          )}
        </Button>
      }
    >
      <div className={css['hero']}>
        <CoinIcon symbol={order.asset} size={44} />
        <div className={css['what']}>
          <p className={css['coins']}>{coins}</p>
          <p className={css['sentence']}>
            <CoinsSentence detail={detail} />
          </p>
        </div>
        <Badge tone={label.tone}>{i18n._(label.name)}</Badge>
      </div>
      <CancellationNote detail={detail} />
      <Decision detail={detail} />
      {detail.rating !== null && <RatingCard detail={detail} rating={detail.rating} />}
      <Receipt detail={detail} />
      {detail.appeal !== null && <BothSides detail={detail} />}
      <Timeline detail={detail} />
      <TalkRow detail={detail} />
      <CounterpartyRow detail={detail} />
    </OrderPage>
  );
}
