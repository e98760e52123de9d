import { Trans } from '@lingui/react/macro';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { freeCancelsPerDay, merchantDepositAsset } from '#protocol/p2p/currencies.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { formatCoins } from '#app/features/p2p/parts/fiat-money.ts';

/** What it cost that an order was cancelled or not paid in time, and why; nothing where there is nothing to say. */
export function CancellationNote({ detail }: { readonly detail: P2pOrderDetail }) {
  const { cancellation, order } = detail;
  if (cancellation === null) return null;
  const { number, excuse } = cancellation;
  const penalty = cancellation.penalty === null ? null : formatCoins(cancellation.penalty, merchantDepositAsset);
  if (order.side === 'sell') {
    if (penalty === null) return null;
    return (
      <Banner inset apart>
        <Trans>You get {penalty} from the merchant deposit of the other side.</Trans>
      </Banner>
    );
  }
  if (penalty !== null) {
    return (
      <Banner tone="warn" inset>
        <Trans>
          It was cancellation {number} of the day: {penalty} of your merchant deposit went to the other side.
        </Trans>
      </Banner>
    );
  }
  if (excuse !== null) {
    return (
      <Banner inset apart>
        {excuse === 'case' ? (
          <Trans>It does not count against you: customer service looked after the order.</Trans>
        ) : (
          <Trans>It does not count against you: the seller left your question unanswered.</Trans>
        )}
      </Banner>
    );
  }
  if (number === null) return null;
  return (
    <Banner inset apart>
      {number <= freeCancelsPerDay ? (
        <Trans>It counts as cancellation {number} of the day (UTC+8). Two a day have no consequence.</Trans>
      ) : (
        <Trans>It counts as cancellation {number} of the day (UTC+8). You can take orders again tomorrow.</Trans>
      )}
    </Banner>
  );
}
