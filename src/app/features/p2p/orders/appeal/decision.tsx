import { Trans } from '@lingui/react/macro';
import { Gavel } from 'lucide-react';
import type { P2pOrderDetail } from '#protocol/p2p/entities/trade.ts';
import { merchantDepositAsset } from '#protocol/p2p/currencies.ts';
import { Icon } from '#app/ui/icons.tsx';
import { formatCoins } from '#app/features/p2p/parts/fiat-money.ts';
import css from './appeal.module.css';
import { DestroyedText } from './destroyed-text.tsx';

/** What an arbiter decided and why, which both sides read; nothing without a decision. */
export function Decision({ detail }: { detail: P2pOrderDetail }) {
  const decision = detail.appeal?.decision ?? null;
  if (decision === null) return null;
  const { penalty: taken = null } = detail.appeal ?? {};
  const penalty = taken === null ? null : formatCoins(taken, merchantDepositAsset);
  // What helps the viewer: the release a buyer, the refund a seller.
  const own = detail.order.side === 'buy' ? 'release' : 'refund';
  return (
    <div className={css['ask']}>
      <p className={css['askTitle']}>
        <Icon of={Gavel} />
        {decision === 'release' ? <Trans>Decided for the buyer</Trans> : <Trans>Decided for the seller</Trans>}
        <span className={css['staff']}>
          <Trans>Dunlin staff</Trans>
        </span>
      </p>
      <p className={css['words']}>{detail.appeal?.reason ?? <DestroyedText />}</p>
      {penalty !== null && (
        <p className={css['due']}>
          {decision === own ? (
            <Trans>You get {penalty} from the merchant deposit of the other side.</Trans>
          ) : (
            <Trans>{penalty} of your merchant deposit went to the other side.</Trans>
          )}
        </p>
      )}
    </div>
  );
}
