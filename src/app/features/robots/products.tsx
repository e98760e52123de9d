import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Bot } from 'lucide-react';
import type { RobotProduct } from '../../../protocol/entities/quant/robot.ts';
import { directionOf, formatNumber } from '../../platform/format/number-format.ts';
import { EmptyState } from '../../ui/layout/EmptyState.tsx';
import { RiskLine } from '../../ui/layout/RiskLine.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { SkeletonRow } from '../../ui/layout/Skeleton.tsx';
import { CoinIcon } from '../../ui/lists/CoinIcon.tsx';
import { ChangeText } from '../../ui/numbers/ChangePill.tsx';
import { LoadError } from '../loading/load-error.tsx';
import { pairOf, pairsQuery } from '../pairs/queries.ts';
import { WhenOn } from '../switches/when-on.tsx';
import css from './products.module.css';
import { productsQuery } from './queries.ts';
import { changeOf, RangeBar, rangeScale, type RangeScale } from './range-bar.tsx';
import { strategyLabels } from './robot-labels.ts';

/** What could be started: each strategy on each pair, with what robots of everybody made of it, the bad end as large as the good one. */
export function Products({ band }: { readonly band: boolean }) {
  const products = useQuery(productsQuery);
  const list = products.data?.list;
  const days = list?.find(({ record }) => record !== null)?.record?.days;
  return (
    <Section
      band={band}
      title={<Trans>Start a robot</Trans>}
      action={
        days === undefined ? undefined : (
          <span className={css['about']}>
            <Trans>All robots, {days} days, after fees</Trans>
          </span>
        )
      }
    >
      <WhenOn feature="quant">
        {list !== undefined ? (
          <ProductList list={list} />
        ) : products.isError ? (
          <LoadError query={products} title={<Trans>The strategies did not load</Trans>} />
        ) : (
          <SkeletonRow count={4} height={64} />
        )}
      </WhenOn>
    </Section>
  );
}

function ProductList({ list }: { readonly list: readonly RobotProduct[] }) {
  const scale = rangeScale(list.map(({ record }) => record));
  if (list.length === 0) {
    return (
      <EmptyState
        icon={Bot}
        title={<Trans>No strategies right now</Trans>}
        text={<Trans>They appear here with what robots made of them.</Trans>}
      />
    );
  }
  return (
    <>
      <p className={css['head']} aria-hidden>
        <span className={css['ends']}>
          <span>
            <Trans>Worst tenth</Trans>
          </span>
          <span>
            <Trans>Best tenth</Trans>
          </span>
        </span>
        <span className={css['median']}>
          <Trans>Median</Trans>
        </span>
      </p>
      <ul>
        {list.map((product) => (
          <li key={`${product.strategy} ${product.pair}`}>
            <ProductRow product={product} scale={scale} />
          </li>
        ))}
      </ul>
      <div className={css['risk']}>
        <RiskLine>
          <Trans>A robot can lose money. Past results promise nothing.</Trans>
        </RiskLine>
      </div>
    </>
  );
}

function ProductRow({ product, scale }: { readonly product: RobotProduct; readonly scale: RangeScale }) {
  const { t, i18n } = useLingui();
  const pairs = useQuery(pairsQuery);
  const { strategy, pair, record, robots } = product;
  const base = (pairs.data === undefined ? null : pairOf(pairs.data, pair))?.base ?? pair;
  const name = i18n._(strategyLabels[strategy]);
  const count = formatNumber(`${robots}`);
  const [worst, best, median] = [record?.worstTenth, record?.bestTenth, record?.median].map((share) =>
    changeOf(share ?? '0'),
  );
  const sub = robots === 1 ? t`${base} · 1 robot` : t`${base} · ${count} robots`;
  return (
    <a
      className={css['row']}
      href={`#/pages/AI_quantification/quantification_details?strategy=${strategy}&pair=${pair}`}
      aria-label={
        record === null
          ? t`${name}, ${sub}, too few to say`
          : t`${name}, ${sub}, worst tenth ${worst}, best tenth ${best}, median ${median}`
      }
    >
      <CoinIcon symbol={base} />
      <span className={css['names']}>
        <span className={css['name']}>{name}</span>
        <span className={css['sub']}>{sub}</span>
      </span>
      {record === null ? (
        <span className={css['few']}>{t`too few to say`}</span>
      ) : (
        <>
          <RangeBar record={record} scale={scale} />
          <span className={css['median']}>
            <ChangeText direction={directionOf(record.median, 4)}>{changeOf(record.median)}</ChangeText>
          </span>
        </>
      )}
    </a>
  );
}
