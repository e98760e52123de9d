import { Trans, useLingui } from '@lingui/react/macro';
import type { TeamWeek } from '#protocol/referrals/entities.ts';
import { addDecimals, compareDecimals } from '#protocol/core/decimal.ts';
import { dayOfText } from '#protocol/core/product-day.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { formatDay } from '#app/platform/format/time-format.ts';
import { OwnAmount } from '../order-entry/own-amount.tsx';
import { useAmountText } from '../assets/amount-text.ts';
import { lineText, scaleOf, sumOfWeeks } from './weeks.ts';
import css from './weeks-chart.module.css';

interface WeeksChartProps {
  /** Oldest first; the last is this week. */
  readonly weeks: readonly TeamWeek[];
  readonly asset: string;
  /** The Monday of the week that the legend is about; null for all of them. */
  readonly chosen: string | null;
  readonly onChoose: (day: string | null) => void;
}

/** Rebates by week, those of direct members below those of indirect ones; what was taken back hangs below zero. */
export function WeeksChart({ weeks, asset, chosen, onChoose }: WeeksChartProps) {
  const { t } = useLingui();
  const scale = scaleOf(weeks);
  const middle = weeks[Math.floor(weeks.length / 2)];
  const first = weeks[0];
  const whole = scale.above + scale.below;
  return (
    <>
      <Legend weeks={weeks} asset={asset} chosen={chosen} />
      <div className={css['box']}>
        <div className={css['plot']}>
          {scale.lines.map((line) => (
            <span
              key={line}
              aria-hidden
              className={css['grid']}
              style={{ top: `${((scale.above - line) / whole) * 100}%` }}
            >
              <OwnAmount>{formatNumber(lineText(line))}</OwnAmount>
            </span>
          ))}
          <div className={css['zero']} style={{ top: `${(scale.above / whole) * 100}%` }} />
          <fieldset className={css['bars']} aria-label={t`Weeks`}>
            {weeks.map((week, nth) => (
              <Bar
                key={week.day}
                week={week}
                asset={asset}
                above={scale.above / whole}
                scale={whole}
                isNow={nth === weeks.length - 1}
                isChosen={week.day === chosen}
                onChoose={() => onChoose(week.day === chosen ? null : week.day)}
              />
            ))}
          </fieldset>
        </div>
      </div>
      <p className={css['axis']} aria-hidden>
        <span>{first !== undefined && formatDay(dayOfText(first.day))}</span>
        <span className={css['middle']}>{middle !== undefined && formatDay(dayOfText(middle.day))}</span>
        <b>
          <Trans>This week</Trans>
        </b>
      </p>
    </>
  );
}

function Legend({ weeks, asset, chosen }: Pick<WeeksChartProps, 'weeks' | 'asset' | 'chosen'>) {
  const amountOf = useAmountText();
  const week = weeks.find(({ day }) => day === chosen);
  const sum = sumOfWeeks(week === undefined ? weeks : [week]);
  const of = (amount: string) => <OwnAmount>{amountOf(amount, asset, false)}</OwnAmount>;
  return (
    <p className={css['legend']} aria-live="polite">
      {week !== undefined && (
        <span>
          <Trans>
            Week of {formatDay(dayOfText(week.day))}, fees <b>{of(sum.fees)}</b>
          </Trans>
        </span>
      )}
      <span data-part="direct">
        <Trans>
          Direct <b>{of(sum.direct)}</b>
        </Trans>
      </span>
      <span data-part="indirect">
        <Trans>
          Indirect <b>{of(sum.indirect)}</b>
        </Trans>
      </span>
      {compareDecimals(sum.reversed, '0') > 0 && (
        <span data-part="reversed">
          <Trans>
            Reversed <b>{of(sum.reversed)}</b>
          </Trans>
        </span>
      )}
    </p>
  );
}

interface BarProps {
  readonly week: TeamWeek;
  readonly asset: string;
  /** The share of the height that is above zero. */
  readonly above: number;
  /** What the whole height stands for. */
  readonly scale: number;
  readonly isNow: boolean;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Bar({ week, asset, above, scale, isNow, isChosen, onChoose }: BarProps) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const heightOf = (amount: string) => `${(Number(amount) / scale) * 100}%`;
  const day = formatDay(dayOfText(week.day));
  const rebates = amountOf(addDecimals(week.direct, week.indirect), asset);
  return (
    <button
      type="button"
      className={css['week']}
      aria-pressed={isChosen}
      aria-label={t`Week of ${day}: ${rebates}`}
      data-now={isNow || undefined}
      onClick={onChoose}
    >
      <span className={css['up']} style={{ height: `${above * 100}%` }}>
        <span className={css['indirect']} style={{ height: `calc(${heightOf(week.indirect)} / ${above})` }} />
        <span className={css['direct']} style={{ height: `calc(${heightOf(week.direct)} / ${above})` }} />
      </span>
      <span className={css['reversed']} style={{ height: heightOf(week.reversed) }} />
    </button>
  );
}
