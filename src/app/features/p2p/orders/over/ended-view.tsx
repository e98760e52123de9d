import { Trans, useLingui } from '@lingui/react/macro';
import { Download, ThumbsDown, ThumbsUp } from 'lucide-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { minuteMs } from '#protocol/core/durations.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { orderStateLabels, methodNames } from '#app/features/p2p/parts/p2p-labels.ts';
import { formatOffset, formatTime } from '#app/platform/format/time-format.ts';
import { CopyText } from '#app/ui/controls/CopyText.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { Card, Section } from '#app/ui/layout/Section.tsx';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { downloadFile } from '#app/features/assets/records/records-export.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { BothSides } from '../appeal/both-sides.tsx';
import { Decision } from '../appeal/decision.tsx';
import { Timeline } from '../appeal/timeline.tsx';
import { CounterpartyRow, useCounterpartyName } from '../counterparty-row.tsx';
import { OrderPage } from '../order-page.tsx';
import { moneyOf, maskedAccount } from '../order-texts.ts';
import { TalkRow } from '../talk/talk-row.tsx';
import { CancellationNote } from './cancellation-note.tsx';
import css from './over.module.css';
import { bankName } from '../verified-name.tsx';
import { ratingMutation } from '../mutations.ts';

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

/** The facts of an ended order, to compare with a bank's statement. */
function useReceiptFacts() {
  const { t, i18n } = useLingui();
  return ({ order, payee, buyerName }: P2pOrderDetail) => {
    const { amount, coins, price } = moneyOf(order);
    const at = (moment: number | null) => (moment === null ? '–' : formatTime(moment, 'dateTime'));
    return [
      { key: t`Order number`, value: order.id },
      { key: t({ message: 'Amount', context: 'of money' }), value: amount },
      { key: t`Quantity`, value: coins },
      { key: t`Unit price`, value: price },
      { key: t`Payment method`, value: i18n._(methodNames[order.method]) },
      { key: t`Payer`, value: bankName(buyerName) },
      { key: t`Payee`, value: `${bankName(payee.holder)}, ${maskedAccount(payee.account)}` },
      { key: t({ message: 'Reference', context: 'of a payment' }), value: order.reference },
      { key: t({ message: 'Ordered', context: 'step of an order' }), value: at(order.createdAt) },
      { key: t`Marked as paid`, value: at(order.paidAt) },
      {
        key:
          order.state === 'completed'
            ? t({ message: 'Released', context: 'step of an order' })
            : t({ message: 'Cancelled', context: 'fiat order' }),
        value: at(order.endedAt),
      },
      { key: t`Time zone`, value: formatOffset() },
    ];
  };
}

/** The receipt of an ended order, with a file of it to keep. */
function Receipt({ detail }: { detail: P2pOrderDetail }) {
  const { t } = useLingui();
  const facts = useReceiptFacts()(detail);
  const [number, ...others] = facts;
  const save = () => {
    const text = facts.map(({ key, value }) => `${key}: ${value}`).join('\r\n');
    void downloadFile(
      new File([`Dunlin\r\n${text}\r\n`], `dunlin-order-${detail.order.id}.txt`, { type: 'text/plain' }),
    );
  };
  return (
    <Section title={<Trans>Receipt</Trans>}>
      <Card>
        <KeyValue
          roomy
          items={[
            {
              key: number?.key,
              id: 'number',
              value: <CopyText text={detail.order.id} label={t`Copy: ${number?.key ?? ''}`} />,
            },
            ...others,
          ]}
        />
      </Card>
      <div className={css['actions']}>
        <Button icon={<Icon of={Download} size="inline" />} onClick={save}>
          <Trans>Save the receipt</Trans>
        </Button>
      </div>
    </Section>
  );
}

interface RatingCardProps {
  readonly detail: P2pOrderDetail;
  readonly rating: NonNullable<P2pOrderDetail['rating']>;
}

/** How the merchant was: one tap, which another one changes while the order counts. */
function RatingCard({ detail, rating }: RatingCardProps) {
  const { t } = useLingui();
  const reachable = useReachable();
  const now = useServerNow(minuteMs);
  const change = useMutation(ratingMutation(useQueryClient()));
  const name = useCounterpartyName()(detail.order);
  const chosen = change.isPending ? change.variables.positive : rating.positive;
  if (now >= rating.until && chosen === null) return null;
  const isOff = !reachable || change.isPending || now >= rating.until;
  const choice = (positive: boolean, label: string) => (
    <button
      type="button"
      className={css['choice']}
      aria-pressed={chosen === positive}
      aria-disabled={isOff || undefined}
      onClick={() => {
        if (!isOff && chosen !== positive) change.mutate({ id: detail.order.id, positive });
      }}
    >
      <Icon of={positive ? ThumbsUp : ThumbsDown} size="row" />
      {label}
    </button>
  );
  return (
    <Card>
      <fieldset className={css['rating']}>
        <legend>
          <Trans>How was {name}?</Trans>
        </legend>
        <div className={css['choices']}>
          {choice(true, t({ message: 'Good', context: 'rating of a merchant' }))}
          {choice(false, t({ message: 'Bad', context: 'rating of a merchant' }))}
        </div>
        <LiveRegion>{change.isSuccess && <Trans>Rating saved</Trans>}</LiveRegion>
      </fieldset>
    </Card>
  );
}
