import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { Avatar } from '#app/ui/lists/CoinIcon.tsx';
import { Joined } from '../parts/joined.tsx';
import { MerchantName } from '../parts/merchant-name.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';

/** The nickname of the other side, or what that side does in the order. */
export function useCounterpartyName(): (order: P2pOrderDetail['order']) => string {
  const { t } = useLingui();
  return ({ counterparty, side }) =>
    counterparty ??
    (side === 'buy' ? t({ message: 'Seller', context: 'of coins' }) : t({ message: 'Buyer', context: 'of coins' }));
}

/** The other side’s name as text, with the mark of a merchant where the order was taken from an advert of theirs. */
export function CounterpartyName({ order }: Pick<P2pOrderDetail, 'order'>) {
  const name = useCounterpartyName()(order);
  return order.own || order.counterparty === null ? <bdi>{name}</bdi> : <MerchantName nickname={name} />;
}

/** Who the other side is, in one row that leads to more. */
export function CounterpartyRow({ detail }: { detail: P2pOrderDetail }) {
  const { order, counterparty, joinedAt } = detail;
  const name = useCounterpartyName()(order);
  const { finished, completion } = counterparty;
  const share = completion === null ? null : formatNumber(completion, { decimals: 1 });
  return (
    <ListRow
      leading={<Avatar name={name} size={36} />}
      title={<CounterpartyName order={order} />}
      sub={
        <>
          {share === null ? (
            <Trans>No finished orders yet</Trans>
          ) : (
            <Plural
              value={finished}
              one={`# order in 30 days, ${share}% completed`}
              other={`# orders in 30 days, ${share}% completed`}
            />
          )}
          <br />
          <Joined at={joinedAt} />
        </>
      }
      href={`#/pages/business/contactinformation?id=${order.id}`}
    />
  );
}
