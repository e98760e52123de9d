import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CandlestickChart } from 'lucide-react';
import type { Pair } from '#protocol/market-data/entities/market.ts';
import { directionOf, formatNumber, formatPercent } from '#app/platform/format/number-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { ChangeText } from '#app/ui/numbers/ChangePill.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { PriceText } from '#app/ui/numbers/PriceText.tsx';
import { usePairTicker } from '../pairs/pair-ticker.ts';
import { pairsQuery } from '../pairs/queries.ts';
import { CoinArticle } from './coin-article.tsx';
import css from './kline-screen.module.css';

/** The introduction of a coin, with the ways to its chart and to trading it. */
export function CoinScreen({ asset }: { asset: string }) {
  const { t } = useLingui();
  const { data } = useQuery(pairsQuery);
  const name = data?.assets.find(({ id }) => id === asset)?.name;
  const pair = data?.list.find(({ base }) => base === asset) ?? null;
  return (
    <Page
      title={name === undefined ? asset : `${name} (${asset})`}
      bottom={pair === null ? null : <CoinActions pair={pair} />}
    >
      {pair === null ? (
        <ListRow leading={<CoinIcon symbol={asset} />} title={name ?? asset} sub={asset} />
      ) : (
        <CoinPrice pair={pair} />
      )}
      <CoinArticle asset={asset} />
      {data !== undefined && name === undefined && <p>{t`This coin is not listed here.`}</p>}
    </Page>
  );
}

function CoinPrice({ pair }: { pair: Pair }) {
  const { ticker, stale } = usePairTicker(pair.id);
  const direction = ticker === null ? 0 : directionOf(ticker.change);
  return (
    <ListRow
      leading={<CoinIcon symbol={pair.base} />}
      title={pair.name}
      sub={`${pair.base}/${pair.quote}`}
      href={`#/pages/market/kline?pair=${pair.id}`}
      value={
        ticker === null ? undefined : (
          <PriceText text={formatNumber(ticker.last, { decimals: pair.priceDecimals })} stale={stale} />
        )
      }
      valueSub={
        ticker === null ? undefined : <ChangeText direction={direction}>{formatPercent(ticker.change)}</ChangeText>
      }
    />
  );
}

function CoinActions({ pair }: { pair: Pair }) {
  return (
    <div className={css['trade']}>
      <Button href={`#/pages/market/kline?pair=${pair.id}`} icon={<CandlestickChart size={18} aria-hidden />}>
        <Trans>Chart</Trans>
      </Button>
      <Button kind="primary" href={`#/pages/trade/trade?pair=${pair.id}`}>
        <Trans>Trade {pair.base}</Trans>
      </Button>
    </div>
  );
}
