import { Trans, useLingui } from '@lingui/react/macro';
import { compareDecimals, divideDecimals, multiplyDecimals, subtractDecimals } from '#protocol/core/decimal.ts';
import type { P2pSide, ListedAdvert } from '#protocol/p2p/entities/trade.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { formatCoins, formatFiatPrice } from '../parts/fiat-money.ts';
import { Joined } from '../parts/joined.tsx';
import { averageTime, shareText } from '../parts/merchant-figures.ts';
import { MerchantName } from '../parts/merchant-name.tsx';
import { PersonMark } from '../parts/person-mark.tsx';
import css from './take.module.css';

interface TakePriceProps {
  readonly advert: ListedAdvert;
  readonly price: string;
  /** The price that was agreed to, where another one is there now; else null. */
  readonly old: string | null;
  /** Of the coin in the currency; null while unknown. */
  readonly index: string | null;
}

/** Who, and at what price. */
export function TakePrice({ advert, price, old, index }: TakePriceProps) {
  const { merchant, currency } = advert;
  return (
    <div className={css['person']}>
      <PersonMark name={merchant.nickname} large />
      <div className={css['who']}>
        <p className={css['name']}>
          <MerchantName nickname={merchant.nickname} />
        </p>
        <p>
          {merchant.online ? <Trans>Online now</Trans> : <Trans>Not online</Trans>} · <Joined at={merchant.joinedAt} />
        </p>
      </div>
      <div className={css['price']}>
        <p>
          {old !== null && <s>{formatFiatPrice(old, currency)}</s>} <b>{formatFiatPrice(price, currency)}</b>
        </p>
        <p>
          <FromIndex price={price} index={index} />
        </p>
      </div>
    </div>
  );
}

function FromIndex({ price, index }: { readonly price: string; readonly index: string | null }) {
  if (index === null || compareDecimals(index, '0') <= 0) return null;
  const apart = divideDecimals(multiplyDecimals(subtractDecimals(price, index), '100', 12), index, 2);
  const percent = `${formatNumber(apart.replace('-', ''), { decimals: 2 })}%`;
  if (apart === '0') return <Trans>At the index price</Trans>;
  return apart.startsWith('-') ? <Trans>{percent} below index</Trans> : <Trans>{percent} above index</Trans>;
}

/** Four facts of a merchant's last 30 days. */
export function TakeRecord({ merchant, side }: Pick<ListedAdvert, 'merchant'> & { readonly side: P2pSide }) {
  const { t } = useLingui();
  const { finished, completion, releaseMs, payMs, appealsLost } = merchant.figures;
  const facts = [
    { name: t`Orders, 30 d`, value: formatNumber(String(finished)) },
    { name: t({ message: 'Completed', context: 'share of fiat orders' }), value: shareText(completion) },
    side === 'buy'
      ? { name: t`To release`, value: averageTime(releaseMs) }
      : { name: t`To pay`, value: averageTime(payMs) },
    { name: t`Appeals lost`, value: formatNumber(String(appealsLost)) },
  ];
  return (
    <dl className={css['record']}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What follows the tap, in order. */
export function TakeSteps({
  advert,
  side,
  coins,
}: {
  readonly advert: ListedAdvert;
  readonly side: P2pSide;
  readonly coins: string;
}) {
  const { asset, paymentMinutes } = advert;
  const what = <b>{coins === '0' ? asset : formatCoins(coins, asset)}</b>;
  return (
    <section className={css['next']}>
      <div className={css['line']}>
        <h3>
          <Trans>What happens next</Trans>
        </h3>
        <span>
          <Trans>No fee</Trans>
        </span>
      </div>
      {side === 'buy' ? (
        <ol>
          <li>
            <Trans>The seller’s {what} are locked in escrow.</Trans>
          </li>
          <li>
            <Trans>
              You pay within <b>{paymentMinutes} min</b> from an account in your own name.
            </Trans>
          </li>
          <li>
            <Trans>The seller checks the payment and releases the coins to you.</Trans>
          </li>
        </ol>
      ) : (
        <ol>
          <li>
            <Trans>Your {what} are locked in escrow.</Trans>
          </li>
          <li>
            <Trans>
              The buyer pays you within <b>{paymentMinutes} min</b>.
            </Trans>
          </li>
          <li>
            <Trans>You check that the money arrived from the buyer’s own account, then release the coins.</Trans>
          </li>
        </ol>
      )}
    </section>
  );
}
