import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { P2pOrder } from '#protocol/p2p/entities/trade.ts';
import { Card } from '#app/ui/layout/Section.tsx';
import { CopyMark } from './copy-mark.tsx';
import css from './order.module.css';
import { moneyOf, typedAmount } from './order-texts.ts';

interface OrderAmountProps {
  order: P2pOrder;
  /** What the amount is: to pay, to receive. */
  label: ReactNode;
}

/** The amount of an order in figures that lead their card, and the coins and the price it is for. */
export function OrderAmount({ order, label }: OrderAmountProps) {
  const { amount, coins, price } = moneyOf(order);
  return (
    <div>
      <p className={css['label']}>{label}</p>
      <p className={css['hero']}>{amount}</p>
      <p className={css['sub']}>
        <Trans>
          {coins} at {price}
        </Trans>
      </p>
    </div>
  );
}

interface AmountCardProps extends OrderAmountProps {
  /** With a mark that copies the amount as a bank's field takes it. */
  copied?: boolean;
}

/** The amount of an order as the one number of its screen, and what it is for. */
export function AmountCard({ order, label, copied = false }: AmountCardProps) {
  const { t } = useLingui();
  const name = t({ message: 'Amount', context: 'of money' });
  return (
    <Card>
      <div className={css['amountCard']}>
        <OrderAmount order={order} label={label} />
        {copied && <CopyMark text={typedAmount(order)} label={t`Copy: ${name}`} />}
      </div>
    </Card>
  );
}
