import type { RobotRecord } from '#protocol/robots/entities/robots.ts';
import { type Decimal, multiplyDecimals } from '#protocol/core/decimal.ts';
import { directionOf, formatPercent } from '#app/platform/format/number-format.ts';
import { directionName } from '#app/ui/numbers/direction.ts';
import css from './range-bar.module.css';

/** The part of all results that every bar of a list shows, in percent. */
export interface RangeScale {
  readonly low: number;
  readonly high: number;
}

/** The scale of the list unless a result goes beyond it. */
const usual: RangeScale = { low: -16, high: 24 };

const width = 112;
const height = 16;
const dot = 5;

/** One scale for all bars, so that their lengths can be compared: the usual one, wider where results need it. */
export function rangeScale(records: readonly (RobotRecord | null)[]): RangeScale {
  const shown = records.filter((record) => record !== null);
  return {
    low: Math.min(usual.low, ...shown.map(({ worstTenth }) => Math.floor(Number(worstTenth) * 100))),
    high: Math.max(usual.high, ...shown.map(({ bestTenth }) => Math.ceil(Number(bestTenth) * 100))),
  };
}

/** A share as a change in percent of one digit: `-0.068` is −6.8%. */
export function changeOf(share: Decimal): string {
  return formatPercent(multiplyDecimals(share, '100', 4), 1);
}

/** Drawn only: what stands beside it says the figures. From the worst to the best tenth with the median as a dot, zero as a tick, and both ends in figures. */
export function RangeBar({
  record,
  scale: { low, high },
}: {
  readonly record: RobotRecord;
  readonly scale: RangeScale;
}) {
  const x = (share: Decimal) => dot + ((Number(share) * 100 - low) / (high - low)) * (width - 2 * dot);
  const middle = height / 2;
  const direction = directionName(directionOf(record.median, 4));
  return (
    <span className={css['range']} aria-hidden>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        <line className={css['zero']} x1={x('0')} x2={x('0')} y1={0} y2={height} />
        <line className={css['line']} x1={x(record.worstTenth)} x2={x(record.bestTenth)} y1={middle} y2={middle} />
        <circle className={css['median']} data-direction={direction} cx={x(record.median)} cy={middle} r={dot} />
      </svg>
      <span className={css['ends']}>
        <span>{changeOf(record.worstTenth)}</span>
        <span>{changeOf(record.bestTenth)}</span>
      </span>
    </span>
  );
}
