import { Trans, useLingui } from '@lingui/react/macro';
import type { MerchantDeposit, MerchantDepositState } from '#protocol/p2p/entities/collection-methods.ts';
import { compareDecimals } from '#protocol/core/decimal.ts';
import { formatAmount } from '#app/platform/format/number-format.ts';
import { Badge, type BadgeTone } from '#app/ui/lists/Badge.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { formatCoins } from '#app/features/p2p/parts/fiat-money.ts';
import { depositStateNames } from './deposit-states.ts';
import css from './deposit.module.css';

const tones: Readonly<Record<MerchantDepositState, BadgeTone>> = {
  'not-paid': 'plain',
  processing: 'warn',
  paid: 'accent',
  'refund-review': 'warn',
  refunded: 'plain',
};

/** How much is held, in which state, and what was said of it. */
export function DepositHero({ deposit }: { deposit: MerchantDeposit }) {
  const { i18n } = useLingui();
  const { state, held, missing, required, asset, reason } = deposit;
  const name = i18n._(depositStateNames[state]);
  const isShort = state === 'paid' && compareDecimals(missing, '0') > 0;
  return (
    <div className={css['hero']}>
      <p className={css['label']}>
        <Trans>Held now</Trans> <Badge tone={isShort ? 'warn' : tones[state]}>{name}</Badge>
      </p>
      <p className={css['amount']}>
        {formatAmount(held)} <small>{asset}</small>
      </p>
      <p className={css['text']}>
        {isShort ? (
          <Trans>
            {formatCoins(missing, asset)} of {formatCoins(required, asset)} are missing. Top up to publish again.
          </Trans>
        ) : (
          <DepositText state={state} required={formatCoins(required, asset)} />
        )}
      </p>
      {reason !== null && (
        <p className={css['reason']}>
          <Trans>Reviewer’s reason: {reason}</Trans>
        </p>
      )}
      <LiveRegion>{name}</LiveRegion>
    </div>
  );
}

function DepositText({ state, required }: { state: MerchantDepositState; required: string }) {
  switch (state) {
    case 'not-paid':
      return <Trans>{required} secure your trades. Held for you, and returned when you stop.</Trans>;
    case 'processing':
      return <Trans>Paid. A reviewer looks at your application; we will notify you.</Trans>;
    case 'paid':
      return <Trans>It secures your trades. Penalties are taken from it, and it is returned when you stop.</Trans>;
    case 'refund-review':
      return <Trans>The refund is under review. Nothing can be published meanwhile.</Trans>;
    case 'refunded':
      return <Trans>Returned to your fiat wallet. Pay it again to publish adverts.</Trans>;
  }
}
