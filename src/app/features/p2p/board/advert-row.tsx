import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Clock, ThumbsUp } from 'lucide-react';
import { memo } from 'react';
import type { P2pSide, ListedAdvert } from '#protocol/p2p/entities/trade.ts';
import { fiatCurrencies } from '#protocol/p2p/currencies.ts';
import { formatAmount } from '#app/platform/format/number-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import { formatCoins, formatLimits } from '../parts/fiat-money.ts';
import { Joined } from '../parts/joined.tsx';
import { averageTime, shareText } from '../parts/merchant-figures.ts';
import { MerchantName } from '../parts/merchant-name.tsx';
import { MethodNames } from '../parts/method-name.tsx';
import { PersonMark } from '../parts/person-mark.tsx';
import css from './advert-row.module.css';

/** The address of the page of an advert's merchant, with the coin, the currency and the side of the advert. */
function merchantHref({ merchant, asset, currency, side }: ListedAdvert): string {
  const shown = { merchant: merchant.id, side: side === 'sell' ? 'buy' : 'sell', asset, currency };
  return `#/pages/otc/otc?${new URLSearchParams(shown).toString()}`;
}

export interface AdvertRowProps {
  readonly advert: ListedAdvert;
  /** What the reader does. */
  readonly side: P2pSide;
  readonly stale: boolean;
  /** Without the merchant, on a merchant’s own page. */
  readonly bare?: boolean;
  readonly onTake: (advert: ListedAdvert) => void;
}

/** An advert of the list: who, how reliable, at what price, how much, by which methods, and the button that takes it. */
export const AdvertRow = memo(function AdvertRow({ advert, side, stale, bare = false, onTake }: AdvertRowProps) {
  const { t } = useLingui();
  const { merchant, asset, currency, price, available, min, max, methods, own } = advert;
  const { symbol, priceDecimals } = fiatCurrencies[currency];
  const who = merchant.nickname;
  return (
    <article className={css['row']} data-stale={stale || undefined}>
      {!bare && <Merchant advert={advert} side={side} />}
      <div className={css['body']}>
        <div className={css['terms']}>
          <p className={css['price']}>
            <span className={css['symbol']}>{symbol}</span>
            <b data-testid="advert-price">{price === null ? '–' : formatAmount(price, priceDecimals)}</b>
            <span className={css['symbol']}>/ {asset}</span>
          </p>
          <dl className={css['facts']}>
            <dt>{t({ message: 'Available', context: 'advert' })}</dt>
            <dd>{formatCoins(available, asset)}</dd>
            <dt>{t({ message: 'Limits', context: 'fiat order' })}</dt>
            <dd>{formatLimits(min, max, currency)}</dd>
          </dl>
        </div>
        <div className={css['take']}>
          {own ? (
            <span className={css['own']}>{t`Your advert`}</span>
          ) : (
            <Button
              kind={side}
              size="s"
              aria-haspopup="dialog"
              label={side === 'buy' ? t`Buy ${asset} from ${who}` : t`Sell ${asset} to ${who}`}
              onClick={() => onTake(advert)}
            >
              {side === 'buy' ? <Trans context="fiat order">Buy</Trans> : <Trans context="fiat order">Sell</Trans>}
            </Button>
          )}
        </div>
      </div>
      <MethodNames methods={methods} />
    </article>
  );
});

function Merchant({ advert, side }: { advert: ListedAdvert; side: P2pSide }) {
  const { t } = useLingui();
  const { merchant } = advert;
  const { finished, completion, positive, releaseMs, payMs } = merchant.figures;
  const rate = shareText(completion);
  const time = averageTime(side === 'buy' ? releaseMs : payMs);
  return (
    <div className={css['merchant']}>
      <a className={css['who']} href={merchantHref(advert)}>
        <span className={css['face']} data-online={merchant.online || undefined}>
          <PersonMark name={merchant.nickname} />
        </span>
        <MerchantName nickname={merchant.nickname} />
        {merchant.online && <VisuallyHidden>{t`Online now`}</VisuallyHidden>}
      </a>
      <span className={css['time']}>
        <Icon of={Clock} size="note" />
        <VisuallyHidden>{side === 'buy' ? t`Releases on average within` : t`Pays on average within`} </VisuallyHidden>
        {time}
      </span>
      <span className={css['record']}>
        {finished === 0 ? (
          <Trans>No orders in 30 days</Trans>
        ) : (
          <>
            <Plural value={finished} one="# order" other="# orders" />
            {completion !== null && <> · {t`${rate} completed`}</>}
            {positive !== null && (
              <>
                {' · '}
                <span className={css['positive']}>
                  <Icon of={ThumbsUp} size="note" />
                  <VisuallyHidden>{t`Positive ratings`} </VisuallyHidden>
                  {shareText(positive)}
                </span>
              </>
            )}
          </>
        )}
        {' · '}
        <Joined at={merchant.joinedAt} />
      </span>
    </div>
  );
}
