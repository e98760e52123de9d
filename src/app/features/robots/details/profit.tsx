import { Trans, useLingui } from '@lingui/react/macro';
import type { Robot } from '#protocol/robots/entities/robots.ts';
import { type Decimal, subtractDecimals } from '#protocol/core/decimal.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { directionOf, formatNumber, formatPercent } from '#app/platform/format/number-format.ts';
import { KeyValue } from '#app/ui/lists/KeyValue.tsx';
import { ChangeText } from '#app/ui/numbers/ChangePill.tsx';
import { useAmountText } from '#app/features/assets/amount-text.ts';
import { useCoinFacts } from '#app/features/assets/holdings.ts';
import { OwnAmount, OwnAmountsEye } from '#app/features/order-entry/own-amount.tsx';
import { percentOf, shownParts, type Worth } from '../live-robot.ts';
import { useSpanText } from '../robot-row.tsx';
import css from './details.module.css';

interface ProfitProps {
  readonly robot: Robot;
  readonly worth: Worth;
  /** Server time of the answer. */
  readonly now: number;
}

/** What a robot made after fees, and the parts it is made of, which add up to it. */
export function Profit({ robot, worth, now }: ProfitProps) {
  const { t } = useLingui();
  const amountOf = useAmountText();
  const spanOf = useSpanText();
  const isOld = !useReachable();
  const { decimals } = useCoinFacts()(robot.quote);
  const { profit, realized, held, fees } = shownParts(robot, worth, decimals);
  const signed = (amount: Decimal) => <OwnAmount>{formatNumber(amount, { decimals, sign: 'always' })}</OwnAmount>;
  const span = spanOf((robot.endedAt ?? now) - robot.startedAt);
  const pairs = formatNumber(`${robot.pairs}`);
  const percent = formatPercent(percentOf(profit, robot.putIn));
  return (
    <section className={css['profit']} aria-label={t`Profit after fees`}>
      <div>
        <p className={css['label']}>
          <Trans>Profit after fees</Trans> <OwnAmountsEye size="row" />
        </p>
        <p className={css['number']} data-old={isOld || undefined}>
          <ChangeText direction={directionOf(profit, decimals)}>{signed(profit)}</ChangeText>{' '}
          <small>{robot.quote}</small>
        </p>
        <p className={css['span']}>
          <ChangeText direction={directionOf(profit, decimals)}>
            <b>
              <OwnAmount>{percent}</OwnAmount>
            </b>
          </ChangeText>{' '}
          {t`in ${span}`}
        </p>
      </div>
      <div className={css['parts']}>
        <KeyValue
          items={[
            { id: 'pairs', key: robot.pairs === 1 ? t`1 pair` : t`${pairs} pairs`, value: signed(realized) },
            { id: 'held', key: robot.contract === null ? t`Coins held` : t`Open positions`, value: signed(held) },
            { id: 'fees', key: t({ message: 'Fees', context: 'robot' }), value: signed(subtractDecimals('0', fees)) },
            ...(/[1-9]/.test(robot.serviceFee)
              ? [{ id: 'service', key: t`Service fee`, value: signed(subtractDecimals('0', robot.serviceFee)) }]
              : []),
            {
              id: 'value',
              key: robot.endedAt === null ? t`Value now` : t({ message: 'Returned', context: 'robot' }),
              value: (
                <b>
                  <OwnAmount>{amountOf(worth.value, robot.quote, false)}</OwnAmount>
                </b>
              ),
            },
          ]}
        />
      </div>
    </section>
  );
}
