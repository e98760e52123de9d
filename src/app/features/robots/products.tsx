import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Bot } from 'lucide-react';
import { useState } from 'react';
import type { RobotProduct, RobotRecord } from '#protocol/robots/entities/robots.ts';
import { type StrategyName, strategyNames } from '#protocol/robots/maths/strategy.ts';
import { type Decimal, multiplyDecimals } from '#protocol/core/decimal.ts';
import { directionOf, formatNumber, formatPercent } from '#app/platform/format/number-format.ts';
import { Chips } from '#app/ui/controls/Chips.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { RiskLine } from '#app/ui/layout/RiskLine.tsx';
import { Section } from '#app/ui/layout/Section.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import { VirtualList } from '#app/ui/lists/VirtualList.tsx';
import { ChangeText } from '#app/ui/numbers/ChangePill.tsx';
import { directionName } from '#app/ui/numbers/direction.ts';
import { NotLoaded } from '../loading/not-loaded.tsx';
import { pairOf, pairsQuery } from '../pairs/queries.ts';
import { WhenOn } from '../switches/when-on.tsx';
import css from './products.module.css';
import { productsQuery } from './queries.ts';
import { strategyLabels, strategyTexts } from './robot-labels.ts';
import { useCycleText, useUsageText } from './usage-text.ts';

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
      <WhenOn feature="robots">
        {list !== undefined ? (
          <ProductList list={list} />
        ) : (
          <NotLoaded query={products} title={<Trans>The strategies did not load</Trans>} rows={4} />
        )}
      </WhenOn>
    </Section>
  );
}

function ProductList({ list }: { readonly list: readonly RobotProduct[] }) {
  const { t, i18n } = useLingui();
  const cycleOf = useCycleText();
  const [chosen, setChosen] = useState<StrategyName | null>(null);
  const scale = rangeScale(list.map(({ record }) => record));
  const strategies = strategyNames.filter((name) => list.some(({ strategy }) => strategy === name));
  const strategy = chosen ?? strategies[0];
  if (strategy === undefined) {
    return (
      <EmptyState
        icon={Bot}
        title={<Trans>No strategies right now</Trans>}
        text={<Trans>They appear here with their results.</Trans>}
      />
    );
  }
  const shown = list.filter((product) => product.strategy === strategy).toSorted((a, b) => b.robots - a.robots);
  const cycle = cycleOf(shown[0]?.cycleChoices ?? []);
  return (
    <>
      <Chips
        label={t`Strategy`}
        items={strategies.map((id) => ({ id, label: i18n._(strategyLabels[id]) }))}
        value={strategy}
        onChange={setChosen}
      />
      <p className={css['what']}>{i18n._(strategyTexts[strategy])}</p>
      <p className={css['what']}>
        <Trans>
          Cycle: <b>{cycle}</b>
        </Trans>
      </p>
      <div className={css['risk']}>
        <RiskLine>
          <Trans>A robot can lose money. Past performance is no guarantee of future results.</Trans>
        </RiskLine>
      </div>
      {shown.some(({ record }) => record !== null) && <Head />}
      <VirtualList
        items={shown}
        keyOf={({ pair }) => pair}
        rowHeight={72}
        label={t`Pairs`}
        render={(product) => <ProductRow product={product} scale={scale} />}
      />
    </>
  );
}

/** What the figures of the rows are; each row says it of itself for readers. */
function Head() {
  return (
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
  );
}

function ProductRow({ product, scale }: { readonly product: RobotProduct; readonly scale: RangeScale }) {
  const { t, i18n } = useLingui();
  const pairs = useQuery(pairsQuery);
  const usageOf = useUsageText();
  const { strategy, pair, record, robots } = product;
  const known = pairs.data === undefined ? null : pairOf(pairs.data, pair);
  const title = known === null ? pair : `${known.base}/${known.quote}`;
  const name = i18n._(strategyLabels[strategy]);
  const count = formatNumber(`${robots}`);
  const [worst, best, median] = [record?.worstTenth, record?.bestTenth, record?.median].map((share) =>
    changeOf(share ?? '0'),
  );
  const sub = robots === 1 ? t`1 robot` : t`${count} robots`;
  const uses = usageOf.inRow(product.usageCount);
  return (
    <a
      className={css['row']}
      href={`#/pages/AI_quantification/quantification_details?strategy=${strategy}&pair=${pair}`}
    >
      <VisuallyHidden>
        {record === null
          ? t`${name}, ${title}, ${uses}, ${sub}, too few to say`
          : t`${name}, ${title}, ${uses}, ${sub}, worst tenth ${worst}, best tenth ${best}, median ${median}`}
      </VisuallyHidden>
      <CoinIcon symbol={known?.base ?? pair} />
      <span className={css['names']} aria-hidden>
        <span className={css['name']}>{title}</span>
        <span className={css['sub']}>{sub}</span>
        <span className={css['sub']}>{uses}</span>
      </span>
      {record === null ? (
        <span className={css['few']} aria-hidden>{t`too few to say`}</span>
      ) : (
        <>
          <RangeBar record={record} scale={scale} />
          <span className={css['median']} aria-hidden>
            <ChangeText direction={directionOf(record.median, 4)}>{changeOf(record.median)}</ChangeText>
          </span>
        </>
      )}
    </a>
  );
}

/** The part of all results that every bar of a list shows, in percent. */
interface RangeScale {
  readonly low: number;
  readonly high: number;
}

/** The scale of the list unless a result goes beyond it. */
const usual: RangeScale = { low: -16, high: 24 };

const width = 112;
const height = 16;
const dot = 5;

/** One scale for all bars, so that their lengths can be compared: the usual one, wider where results need it. */
function rangeScale(records: readonly (RobotRecord | null)[]): RangeScale {
  const shown = records.filter((record) => record !== null);
  return {
    low: Math.min(usual.low, ...shown.map(({ worstTenth }) => Math.floor(Number(worstTenth) * 100))),
    high: Math.max(usual.high, ...shown.map(({ bestTenth }) => Math.ceil(Number(bestTenth) * 100))),
  };
}

/** A share as a change in percent of one digit: `-0.068` is −6.8%. */
function changeOf(share: Decimal): string {
  return formatPercent(multiplyDecimals(share, '100', 4), 1);
}

/** Drawn only: what stands beside it says the figures. From the worst to the best tenth with the median as a dot, zero as a tick, and both ends in figures. */
function RangeBar({ record, scale: { low, high } }: { readonly record: RobotRecord; readonly scale: RangeScale }) {
  const x = (share: Decimal) => dot + ((Number(share) * 100 - low) / (high - low)) * (width - 2 * dot);
  const middle = height / 2;
  const direction = directionName(directionOf(record.median, 4));
  return (
    <span className={css['range']} aria-hidden>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        <line className={css['zero']} x1={x('0')} x2={x('0')} y1={0} y2={height} />
        <line className={css['line']} x1={x(record.worstTenth)} x2={x(record.bestTenth)} y1={middle} y2={middle} />
        <circle className={css['middle']} data-direction={direction} cx={x(record.median)} cy={middle} r={dot} />
      </svg>
      <span className={css['bounds']}>
        <span>{changeOf(record.worstTenth)}</span>
        <span>{changeOf(record.bestTenth)}</span>
      </span>
    </span>
  );
}
