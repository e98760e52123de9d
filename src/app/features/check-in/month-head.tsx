import { plural } from '@lingui/core/macro';
import type { CheckInDay } from '#protocol/check-in/entities.ts';
import { formatAmount } from '#app/platform/format/number-format.ts';
import { useCoinFacts } from '../assets/holdings.ts';
import { OwnAmount } from '../order-entry/own-amount.tsx';
import { monthName } from './day-names.ts';
import { sumsOf } from './month-days.ts';
import css from './check-in.module.css';

interface MonthHeadProps {
  readonly id: string;
  readonly month: string;
  readonly days: readonly CheckInDay[];
  readonly withYear?: boolean;
}

/** The name of a month, and what its days paid. */
export function MonthHead({ id, month, days, withYear = false }: MonthHeadProps) {
  const factsOf = useCoinFacts();
  const sums = sumsOf(days).map(({ asset, amount }) => `${formatAmount(amount, factsOf(asset).decimals)} ${asset}`);
  const got = sums.join(', ');
  const count = days.length;
  return (
    <div className={css['monthHead']}>
      <h2 id={id}>{monthName(month, withYear)}</h2>
      {count > 0 && (
        <span>
          <b>
            <OwnAmount>{got}</OwnAmount>
          </b>{' '}
          {plural(count, { one: 'from # day', other: 'from # days' })}
        </span>
      )}
    </div>
  );
}
