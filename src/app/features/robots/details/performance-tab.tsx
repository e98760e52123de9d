import { Trans, useLingui } from '@lingui/react/macro';
import { ChartLine } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { CallOutput } from '#protocol/calls.ts';
import { compareDecimals, divideDecimals, multiplyDecimals, subtractDecimals } from '#protocol/core/decimal.ts';
import type { Robot } from '#protocol/robots/entities/robots.ts';
import { targetsOf } from '#protocol/robots/maths/basket.ts';
import { amountsHidden } from '#app/platform/format/hidden-amounts.ts';
import { directionOf, formatNumber, formatPercent } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { useAmountText } from '#app/features/assets/amount-text.ts';
import { ValueGraph } from '#app/features/assets/overview/value-graph.tsx';
import { OwnAmount } from '#app/features/order-entry/own-amount.tsx';
import { percentOf, type Worth } from '../live-robot.ts';
import { useSpanText } from '../robot-row.tsx';
import css from './rows.module.css';

interface PerformanceTabProps {
  readonly detail: CallOutput<'GET quant/order/detail'>;
  readonly worth: Worth;
}

/** The value of a robot over time, and what it came to. */
export function PerformanceTab({ detail, worth }: PerformanceTabProps) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const spanOf = useSpanText();
  const { robot, values } = detail;
  const highest = values.reduce((most, [, value]) => (compareDecimals(value, most) > 0 ? value : most), robot.putIn);
  const own = (amount: string) => <OwnAmount>{amountOf(amount, robot.quote)}</OwnAmount>;
  return (
    <div className={css['panel']}>
      {values.length < 2 ? (
        <EmptyState
          icon={ChartLine}
          title={<Trans>No line yet</Trans>}
          text={<Trans>Its value is recorded once an hour.</Trans>}
        />
      ) : (
        <Line detail={detail} />
      )}
      {robot.coins.length > 1 && <BasketCard robot={robot} />}
      <FactsCard
        items={[
          { id: 'in', key: t({ message: 'Put in', context: 'robot' }), value: own(robot.putIn) },
          { id: 'highest', key: t`Highest value`, value: own(highest) },
          {
            id: 'value',
            key: robot.endedAt === null ? t`Value now` : t({ message: 'Returned', context: 'robot' }),
            value: own(worth.value),
          },
          { id: 'trades', key: t`Trades`, value: formatNumber(`${robot.trades}`) },
          {
            id: 'pairs',
            key: robot.contract === null ? t`Bought and sold again` : t`Profits taken`,
            value: formatNumber(`${robot.pairs}`),
          },
          {
            id: 'time',
            key: t({ message: 'Runs for', context: 'robot' }),
            value: spanOf((robot.endedAt ?? detail.at) - robot.startedAt),
          },
        ]}
      />
    </div>
  );
}

function Line({ detail: { robot, values } }: Pick<PerformanceTabProps, 'detail'>) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const hidden = useObservable(amountsHidden);
  const [picked, setPicked] = useState<number | null>(null);
  const history = useMemo(() => values.map(([at, total]) => ({ at, total, flows: '0' })), [values]);
  const chosen = picked !== null && picked < history.length ? picked : null;
  const shown = history[chosen ?? history.length - 1];
  if (shown === undefined) return null;
  if (hidden) return <p className={css['note']}>{t`Amounts are hidden.`}</p>;
  const change = percentOf(subtractDecimals(shown.total, robot.putIn), robot.putIn);
  const direction = directionOf(change);
  return (
    <>
      <p className={css['reading']} aria-live="polite">
        <span>
          <b>{amountOf(shown.total, robot.quote)}</b> {formatPercent(change)}
        </span>
        <span>{formatTime(shown.at, 'dayTime')}</span>
      </p>
      <ValueGraph
        history={history}
        asset={robot.quote}
        direction={direction > 0 ? 'up' : direction < 0 ? 'down' : 'flat'}
        chosen={chosen}
        onChoose={setPicked}
      />
    </>
  );
}

/** The coins of a basket: what is held of each, and its share beside the one it should have. */
function BasketCard({ robot }: { readonly robot: Robot }) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const { coins, parameters, value, quote } = robot;
  if (parameters.strategy !== 'rebalance') return null;
  const targets = targetsOf(parameters).map((ppm) => `${ppm / 10_000n}`);
  const shareOf = (part: string) =>
    compareDecimals(value, '0') > 0
      ? formatNumber(multiplyDecimals(divideDecimals(part, value, 6), '100', 4), { decimals: 1 })
      : '0';
  return (
    <FactsCard
      items={coins.map(({ pair, base, held, value: worth }, nth) => {
        const [share, target] = [shareOf(worth), targets[nth] ?? '0'];
        return {
          id: pair,
          key: t`${base}, ${share}% of ${target}%`,
          value: (
            <OwnAmount>
              {amountOf(worth, quote)}
              <br />
              <small>{amountOf(held, base)}</small>
            </OwnAmount>
          ),
        };
      })}
    />
  );
}
