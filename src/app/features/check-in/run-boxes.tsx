import { Trans, useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import type { CheckInRunDay } from '#protocol/check-in/entities.ts';
import { formatAmount } from '#app/platform/format/number-format.ts';
import { Icon } from '#app/ui/icons.tsx';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import { useCoinFacts } from '../assets/holdings.ts';
import { dayName } from './day-names.ts';
import css from './run-boxes.module.css';

interface RunBoxesProps {
  readonly run: readonly CheckInRunDay[];
  readonly asset: string;
  readonly today: string;
}

/** The seven days of the run: what each paid or would pay, the seventh doubled. */
export function RunBoxes({ run, asset, today }: RunBoxesProps) {
  const { t } = useLingui();
  return (
    <ol className={css['run']} aria-label={t`Seven days in a row`}>
      {run.map((one) => (
        <li key={one.day} className={css['box']} data-state={one.state} data-today={one.day === today || undefined}>
          <Box one={one} asset={asset} isToday={one.day === today} />
        </li>
      ))}
    </ol>
  );
}

function Box({
  one,
  asset,
  isToday,
}: {
  readonly one: CheckInRunDay;
  readonly asset: string;
  readonly isToday: boolean;
}) {
  const factsOf = useCoinFacts();
  const amount = one.reward === null ? '–' : formatAmount(one.reward, factsOf(asset).decimals);
  const name = dayName(one.day);
  return (
    <>
      <span aria-hidden className={css['date']}>
        {isToday ? <Trans>Today</Trans> : Number(one.day.slice(8))}
      </span>
      <span aria-hidden className={css['mark']}>
        {one.state === 'signed' ? <Icon of={Check} size="inline" /> : one.doubled ? '×2' : ''}
      </span>
      <span aria-hidden className={css['amount']}>
        {amount}
      </span>
      <VisuallyHidden>
        {one.reward === null ? (
          <Trans>{name}: no reward left</Trans>
        ) : one.state === 'signed' ? (
          <Trans>
            {name}: checked in, {amount} {asset}
          </Trans>
        ) : (
          <Trans>
            {name}: {amount} {asset}
          </Trans>
        )}
      </VisuallyHidden>
    </>
  );
}
