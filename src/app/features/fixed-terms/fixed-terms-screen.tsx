import type { I18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleQuestionMark, History, Sprout } from 'lucide-react';
import { Suspense, useState } from 'react';
import { compareDecimals, divideDecimals } from '#protocol/core/decimal.ts';
import { dayMs } from '#protocol/core/durations.ts';
import type { FixedProduct } from '#protocol/fixed-terms/entities.ts';
import { formatCompact, formatNumber } from '#app/platform/format/number-format.ts';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Chips } from '#app/ui/controls/Chips.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { ScreenSkeleton } from '#app/ui/layout/ScreenSkeleton.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { SourceRow } from '../backing/source-row.tsx';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { OfflineAge } from '../loading/offline-age.tsx';
import { laterPart } from '../shell/later-part.tsx';
import { BellRow } from '../stock-alerts/bell-row.tsx';
import { useIsAwaited } from '../stock-alerts/queries.ts';
import type { StockBellProps } from '../stock-alerts/stock-bell.tsx';
import { WhenOn } from '../switches/when-on.tsx';
import { ppmText } from './amounts.ts';
import css from './fixed-terms.module.css';
import { FixedHero } from './fixed-hero.tsx';
import { yearlyOf } from './growth.ts';
import { cycleLabels } from './labels.ts';
import { lengthText } from './length-text.ts';
import { productsQuery, refreshFixedTerms, runningQuery } from './queries.ts';

const BuyScreen = laterPart(() => import('./buy-screen.tsx'), 'BuyScreen');

/** Fixed terms: what one has, when it falls due, and what is on sale; or one product, to put coins in. */
export function FixedTermsScreen({ product }: { readonly product?: string | undefined }) {
  if (product === undefined) return <ListScreen />;
  return (
    <Suspense>
      <BuyScreen key={product} id={product} />
    </Suspense>
  );
}

/** The bar of both views: records and the article. */
export function FixedActions() {
  const { t } = useLingui();
  return (
    <>
      <IconButton icon={History} label={t`My fixed terms`} href="#/pages/financial/records" />
      <IconButton
        icon={CircleQuestionMark}
        label={t`How it works`}
        href="#/pages/home/newsDetail?key=help%2Ffixed-terms"
      />
    </>
  );
}

function ListScreen() {
  const { t } = useLingui();
  const client = useQueryClient();
  const running = useQuery(runningQuery);
  const products = useQuery(productsQuery);
  const [first] = products.data?.list ?? [];
  return (
    <Page
      title={t`Fixed terms`}
      actions={<FixedActions />}
      onRefresh={() => refreshFixedTerms(client)}
      updating={running.isFetching && running.data !== undefined}
    >
      {running.data !== undefined ? (
        <>
          <OfflineAge at={running.dataUpdatedAt} />
          <FixedHero holdings={running.data.list} />
        </>
      ) : (
        <NotLoaded query={running} title={<Trans>Your fixed terms did not load</Trans>} coins>
          <ScreenSkeleton blocks={[[120, 14], [200, 38], 112]} />
        </NotLoaded>
      )}
      {first !== undefined && <SourceRow product="fixed-terms" asset={first.asset} />}
      <div className={css['band']} />
      <WhenOn feature="fixed-terms">
        {products.data !== undefined ? (
          <OnSale products={products.data.list} />
        ) : (
          <NotLoaded query={products} title={<Trans>Products did not load</Trans>} rows={3} />
        )}
      </WhenOn>
    </Page>
  );
}

const all = 'all';
const short = 'short';

function OnSale({ products }: { readonly products: readonly FixedProduct[] }) {
  const { t, i18n } = useLingui();
  const [chosen, setChosen] = useState<string>(all);
  const coins = [...new Set(products.map(({ asset }) => asset))];
  const hasShort = products.some((one) => one.dayMs !== dayMs);
  const shown = products.filter(
    (one) => chosen === all || (chosen === short ? one.dayMs !== dayMs : one.asset === chosen),
  );
  if (products.length === 0) {
    return (
      <EmptyState
        icon={Sprout}
        title={<Trans>No fixed terms on sale</Trans>}
        text={<Trans>New products appear here.</Trans>}
      />
    );
  }
  return (
    <>
      <Chips
        label={t`Coin`}
        items={[
          { id: all, label: t`All` },
          ...coins.map((coin) => ({ id: coin, label: coin })),
          ...(hasShort ? [{ id: short, label: t`Short cycles` }] : []),
        ]}
        value={chosen}
        onChange={setChosen}
      />
      <ul aria-label={t`Fixed terms on sale`}>
        {shown.map((product) => (
          <BellRow key={product.id} bell={isSoldOut(product) ? bellOf(product, i18n) : null}>
            <ProductRow product={product} />
          </BellRow>
        ))}
      </ul>
    </>
  );
}

function bellOf({ id, asset, cycle }: FixedProduct, i18n: I18n): StockBellProps {
  return { product: 'fixed-term', item: id, name: `${asset} ${i18n._(cycleLabels[cycle])}` };
}

/** Whether less is left than one may put in. */
function isSoldOut({ left, minimum }: Pick<FixedProduct, 'left' | 'minimum'>): boolean {
  return compareDecimals(left, minimum) < 0;
}

/** A product on sale: its cycle, rate and limits, and how much of its quota is left. */
function ProductRow({ product }: { readonly product: FixedProduct }) {
  const { i18n, t } = useLingui();
  const { asset, cycle, ratePpm, minimum, maximum, quota, taken, left, limitedBy } = product;
  const isOut = isSoldOut(product);
  const length = lengthText(product);
  const year = ppmText(yearlyOf(product));
  const share = Number(divideDecimals(taken, quota, 4));
  const rest = formatCompact(left, 2);
  const isAwaited = useIsAwaited({ product: 'fixed-term', item: product.id }) === true;
  return (
    <a className={css['row']} href={`#/pages/financial/financial?product=${product.id}`} data-out={isOut || undefined}>
      <CoinIcon symbol={asset} />
      <span className={css['words']}>
        <span className={css['line']}>
          <span className={css['name']}>
            {i18n._(cycleLabels[cycle])}{' '}
            <small>
              {asset}, {length}
            </small>{' '}
            {product.dayMs !== dayMs && <Badge tone="practice">{t`Practice`}</Badge>}{' '}
            {isOut && <Badge>{t`Sold out`}</Badge>}
          </span>
          <span className={css['rate']}>{ppmText(BigInt(ratePpm))}</span>
        </span>
        <span className={css['line']}>
          <span>
            {formatNumber(minimum)} – {formatNumber(maximum)}
          </span>
          <span className={css['right']}>
            {product.dayMs === dayMs ? <Trans>{year} a year</Trans> : <Trans>each cycle</Trans>}
          </span>
        </span>
        <span className={css['line']}>
          <span className={css['quota']} aria-hidden>
            <span style={{ width: `${isOut ? 100 : Math.min(100, share * 100)}%` }} />
          </span>
          <span className={css['right']}>
            {!isOut ? (
              <Trans>{rest} left</Trans>
            ) : isAwaited ? (
              <Trans>you’ll be notified</Trans>
            ) : limitedBy === 'cover' ? (
              <Trans>no capacity left</Trans>
            ) : (
              <Trans>quota is full</Trans>
            )}
          </span>
        </span>
      </span>
    </a>
  );
}
