import { Trans, useLingui } from '@lingui/react/macro';
import type { CallOutput } from '#protocol/calls.ts';
import type { Robot, RobotTrade } from '#protocol/robots/entities/robots.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Headline } from '#app/ui/layout/Headline.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import type { KeyValueItem } from '#app/ui/lists/KeyValue.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { useAmountText } from '#app/features/assets/amount-text.ts';
import { useCoinFacts } from '#app/features/assets/holdings.ts';
import { OwnAmount } from '#app/features/order-entry/own-amount.tsx';
import { closingLabels } from '../robot-labels.ts';
import { usePriceText } from './price-text.ts';

type Order = CallOutput<'GET quant/order/detail'>['orders'][number];

interface OrderSheetProps {
  /** Of the order or fill that is shown; null for none. */
  readonly id: string | null;
  readonly robot: Robot;
  readonly orders: readonly Order[];
  readonly trades: readonly RobotTrade[] | undefined;
  readonly onClose: () => void;
}

/** An order that waits, or a fill: price, amount, fee and time, and the way to its ledger entries. */
export function OrderSheet({ id, robot, orders, trades, onClose }: OrderSheetProps) {
  const { t } = useLingui();
  const order = orders.find((each) => each.id === id);
  const trade = trades?.find((each) => each.id === id);
  const open = order !== undefined || trade !== undefined;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={order === undefined ? t`Filled order` : t`Order in the book`}
      footer={
        trade === undefined ? undefined : (
          <Button href="#/pages/assets/Assetrecords?wallet=quant" onClick={onClose}>
            <Trans>Ledger entries</Trans>
          </Button>
        )
      }
    >
      {order !== undefined && <WaitingOrder robot={robot} order={order} />}
      {order === undefined && trade !== undefined && <Fill robot={robot} trade={trade} />}
    </Sheet>
  );
}

function WaitingOrder({ robot: { pair, base, quote }, order }: { readonly robot: Robot; readonly order: Order }) {
  const { t } = useLingui();
  const priceOf = usePriceText(pair);
  const price = `${priceOf(order.price)} ${quote}`;
  return (
    <Stack inset gap={3}>
      <Headline
        leading={<CoinIcon symbol={base} />}
        amount={order.side === 'buy' ? t`Buys at ${price}` : t`Sells at ${price}`}
      >
        {formatTime(order.at, 'dateTime')}
      </Headline>
      <FactsCard
        items={[
          { id: 'amount', key: t`Amount`, value: <OwnAmount>{`${formatNumber(order.amount)} ${base}`}</OwnAmount> },
          { id: 'filled', key: t`Filled`, value: <OwnAmount>{`${formatNumber(order.filled)} ${base}`}</OwnAmount> },
          ...(order.closesAt === null
            ? []
            : [{ id: 'closes', key: t`Takes its profit at`, value: `${priceOf(order.closesAt)} ${quote}` }]),
          { id: 'number', key: t`Order number`, value: order.id },
        ]}
      />
    </Stack>
  );
}

function Fill({ robot, trade }: { readonly robot: Robot; readonly trade: RobotTrade }) {
  const { quote, coins } = robot;
  const { pair } = trade;
  const base = coins.find((coin) => coin.pair === pair)?.base ?? robot.base;
  const { t, i18n } = useLingui();
  const amountOf = useAmountText();
  const { decimals } = useCoinFacts()(quote);
  const priceOf = usePriceText(pair);
  const price = `${priceOf(trade.price)} ${quote}`;
  const result: readonly KeyValueItem[] =
    trade.net === null
      ? []
      : [
          {
            id: 'bought',
            key: trade.closing === null ? t`Bought at` : t`Opened at`,
            value: trade.boughtAt === null ? '–' : `${priceOf(trade.boughtAt)} ${quote}`,
          },
          {
            id: 'net',
            key: trade.closing === null ? t`Net of both fees` : t`Net of all fees`,
            value: <OwnAmount>{`${formatNumber(trade.net, { decimals, sign: 'always' })} ${quote}`}</OwnAmount>,
          },
        ];
  return (
    <Stack inset gap={3}>
      <Headline
        leading={<CoinIcon symbol={base} />}
        amount={trade.side === 'buy' ? t`Bought at ${price}` : t`Sold at ${price}`}
      >
        {formatTime(trade.at, 'dateTime')}
      </Headline>
      <FactsCard
        items={[
          { id: 'amount', key: t`Amount`, value: <OwnAmount>{`${formatNumber(trade.amount)} ${base}`}</OwnAmount> },
          { id: 'total', key: t`Total`, value: <OwnAmount>{amountOf(trade.total, quote)}</OwnAmount> },
          { id: 'fee', key: t`Fee`, value: <OwnAmount>{`${formatNumber(trade.fee)} ${quote}`}</OwnAmount> },
          ...result,
          ...(trade.closing === null
            ? []
            : [{ id: 'closing', key: t`Closed because`, value: i18n._(closingLabels[trade.closing]) }]),
          { id: 'number', key: t`Number`, value: trade.id },
        ]}
      />
    </Stack>
  );
}
