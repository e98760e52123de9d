import { Trans, useLingui } from '@lingui/react/macro';
import type { FiatOrderDetail } from '../../../../protocol/entities/fiat-trade.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import { Avatar } from '../../../ui/lists/CoinIcon.tsx';
import { ListRow } from '../../../ui/lists/ListRow.tsx';

/** The nickname of the other side, or what that side does in the order. */
export function useCounterpartyName(): (order: FiatOrderDetail['order']) => string {
  const { t } = useLingui();
  return ({ counterparty, side }) =>
    counterparty ??
    (side === 'buy' ? t({ message: 'Seller', context: 'of coins' }) : t({ message: 'Buyer', context: 'of coins' }));
}

/** Who the other side is, in one row that leads to more. */
export function CounterpartyRow({ detail }: { detail: FiatOrderDetail }) {
  const { order, counterparty } = detail;
  const name = useCounterpartyName()(order);
  const { finished, completion } = counterparty;
  const share = completion === null ? null : formatNumber(completion, { decimals: 1 });
  return (
    <ListRow
      leading={<Avatar name={name} size={36} />}
      title={name}
      sub={
        share === null ? (
          <Trans>No finished orders yet</Trans>
        ) : (
          <Trans>
            {finished} orders in 30 days, {share}% completed
          </Trans>
        )
      }
      href={`#/pages/business/contactinformation?id=${order.id}`}
    />
  );
}
