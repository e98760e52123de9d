import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { FixedProduct } from '#protocol/fixed-terms/entities.ts';
import { type Decimal, subtractDecimals } from '#protocol/core/decimal.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Disclosure } from '#app/ui/layout/Disclosure.tsx';
import { useAmountText } from '../assets/amount-text.ts';
import css from './growth-chart.module.css';
import { growthOn } from './growth.ts';

const width = 360;
const height = 152;
const margin = 8;

interface GrowthChartProps {
  readonly product: FixedProduct;
  readonly amount: Decimal;
  readonly day: number;
  readonly onDay: (day: number) => void;
  /** When it would begin, in epoch milliseconds. */
  readonly from: number;
}

/** What one will have, day by day: staying, and leaving early; a slider goes through the days. */
export function GrowthChart({ product, amount, day, onDay, from }: GrowthChartProps) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const id = useId();
  const { asset, days, dayMs } = product;
  const at = growthOn(product, amount, day);
  const [stay, leave] = [at.stay, at.leave].map((each) => amountOf(each, asset, false));
  const dateOf = (which: number) => formatTime(from + which * dayMs, dayMs < 86_400_000 ? 'time' : 'day');
  return (
    <section aria-label={t`Day by day`}>
      <p className={css['strip']} id={id}>
        <span data-part="stay">
          <Trans>
            Stay <b>{stay}</b>
          </Trans>
        </span>
        <span data-part="leave">
          <Trans>
            Leave early <b>{leave}</b>
          </Trans>
        </span>
        <span className={css['day']}>
          <Trans>day {day}</Trans>
        </span>
      </p>
      <div className={css['box']}>
        <Picture product={product} amount={amount} day={day} />
        <input
          type="range"
          className={css['slider']}
          min={0}
          max={days}
          step={1}
          value={day}
          aria-label={t`Day`}
          aria-valuetext={t`Day ${day}: stay ${stay}, leave early ${leave} ${asset}`}
          onChange={(event) => onDay(Number(event.target.value))}
        />
      </div>
      <p className={css['axis']} aria-hidden>
        <span>{dateOf(0)}</span>
        <b>{dateOf(day)}</b>
        <span>{dateOf(days)}</span>
      </p>
      <Disclosure title={<Trans>Day-by-day table</Trans>}>
        <DayTable product={product} amount={amount} />
      </Disclosure>
    </section>
  );
}

function Picture({ product, amount, day }: Pick<GrowthChartProps, 'product' | 'amount' | 'day'>) {
  const { days } = product;
  const all = Array.from({ length: days + 1 }, (_, each) => growthOn(product, amount, each));
  const most = Number(all.at(-1)?.interest ?? 0) || 1;
  const x = (each: number) => (each / days) * width;
  const y = (value: number) => height - margin - (value / most) * (height - 2 * margin);
  // One step for each day: nothing is earned between two of them.
  const path = (valueOf: (each: (typeof all)[number]) => number) =>
    all.map((each, nth) => `${nth === 0 ? 'M' : 'H'}${x(nth)}${nth === 0 ? ' ' : 'V'}${y(valueOf(each))}`).join('');
  const stay = path(({ interest }) => Number(interest));
  const leave = path(({ leave: left }) => Number(subtractDecimals(left, amount)));
  return (
    <svg className={css['picture']} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
      <path className={css['area']} d={`${stay}V${height}H0Z`} />
      <path className={css['leave']} d={leave} />
      <path className={css['stay']} d={stay} />
      <line className={css['cross']} x1={x(day)} x2={x(day)} y1={0} y2={height} />
    </svg>
  );
}

/** Rows of the table: every day of short cycles, else so many spread over the cycle. */
const rowsMost = 31;

/** The same figures to read. */
function DayTable({ product, amount }: Pick<GrowthChartProps, 'product' | 'amount'>) {
  const amountOf = useAmountText();
  const { asset, days } = product;
  const step = Math.ceil(days / rowsMost);
  const shown = [...new Set([...Array.from({ length: Math.floor(days / step) + 1 }, (_, nth) => nth * step), days])];
  return (
    <table className={css['table']}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Day</Trans>
          </th>
          <th scope="col">
            <Trans>Stay</Trans>
          </th>
          <th scope="col">
            <Trans>Leave early</Trans>
          </th>
          <th scope="col">
            <Trans>Cost</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map((day) => {
          const { stay, leave, cost } = growthOn(product, amount, day);
          return (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{amountOf(stay, asset, false)}</td>
              <td>{amountOf(leave, asset, false)}</td>
              <td>{amountOf(cost, asset, false)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
