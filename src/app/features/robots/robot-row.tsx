import { useLingui } from '@lingui/react/macro';
import { Pause, Play, Square } from 'lucide-react';
import { dayMs, hourMs } from '#protocol/core/durations.ts';
import type { Robot } from '#protocol/robots/entities/robots.ts';
import type { Decimal } from '#protocol/core/decimal.ts';
import { directionOf, formatNumber, formatPercent } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Icon } from '#app/ui/icons.tsx';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { ChangeText } from '#app/ui/numbers/ChangePill.tsx';
import { Sparkline } from '#app/ui/numbers/Sparkline.tsx';
import { useCoinFacts } from '../assets/holdings.ts';
import { useAmountText } from '../assets/amount-text.ts';
import { OwnAmount } from '../order-entry/own-amount.tsx';
import { percentOf, worthAt } from './live-robot.ts';
import { ruleOf, strategyLabels } from './robot-labels.ts';
import css from './robot-row.module.css';

interface RobotRowProps {
  readonly robot: Robot;
  /** The price its coins are valued at; null leaves its value as the exchange counted it. */
  readonly last: Decimal | null;
  /** Server time, for how long it runs. */
  readonly now: number;
  /** The figures are old. */
  readonly old: boolean;
}

/** One own robot: its state on the coin, its value over time, what it is worth and has made. */
export function RobotRow({ robot, last, now, old }: RobotRowProps) {
  const amountOf = useAmountText();
  const { decimals } = useCoinFacts()(robot.quote);
  const { value, profit } = worthAt(robot, last);
  const direction = directionOf(profit, decimals);
  const gain = formatNumber(profit, { decimals, sign: 'always' });
  const percent = formatPercent(percentOf(profit, robot.putIn));
  return (
    <ListRow
      height={60}
      chevron={false}
      href={`#/pages/AI_quantification/quantification_details?id=${robot.id}`}
      leading={<CoinWithState robot={robot} />}
      title={robot.name}
      sub={<StateLine robot={robot} now={now} />}
      middle={<Sparkline values={robot.line.map(Number)} direction={direction} />}
      value={
        <span data-old={old || undefined} className={css['value']}>
          <OwnAmount>{amountOf(value, robot.quote, false)}</OwnAmount>
        </span>
      }
      valueSub={
        <ChangeText direction={direction}>
          <OwnAmount>{`${gain} (${percent})`}</OwnAmount>
        </ChangeText>
      }
    />
  );
}

const signs = { running: Play, paused: Pause, stopping: Pause, stopped: Square } as const;

/** The coin it trades, with its state in the corner. */
function CoinWithState({ robot: { base, state } }: Pick<RobotRowProps, 'robot'>) {
  return (
    <span className={css['coin']}>
      <CoinIcon symbol={base} />
      <span className={css['dot']} data-state={state} data-overlaid>
        <Icon of={signs[state]} size="note" />
      </span>
    </span>
  );
}

/** How long something lasted, in days, or in hours below one. */
export function useSpanText(): (ms: number) => string {
  const { t } = useLingui();
  return (ms) => {
    const [days, hours] = [Math.floor(ms / dayMs), Math.floor((ms % dayMs) / hourMs)];
    if (days === 0 && hours === 0) return t`under 1 h`;
    return days === 0 ? t`${hours} h` : t`${days} d`;
  };
}

/** In what state a robot is: what it does and how long, since when it rests and by whose rule, or when it ended. */
function StateLine({ robot, now }: Pick<RobotRowProps, 'robot' | 'now'>) {
  const { t, i18n } = useLingui();
  const spanOf = useSpanText();
  const { state, strategy, parameters, coins, safetyOrders, startedAt, changedAt, endedAt } = robot;
  const name = i18n._(strategyLabels[strategy]);
  const rule = ruleOf(robot);
  const why = rule === null ? '' : i18n._(rule);
  if (state === 'stopping') return t`Being sold`;
  if (state === 'paused') {
    const day = formatTime(changedAt, 'day');
    return <span className={css['paused']}>{why === '' ? t`Paused ${day}` : t`Paused ${day}, ${why}`}</span>;
  }
  if (endedAt !== null) {
    const day = formatTime(endedAt, 'day');
    return why === '' ? t`Ended ${day}` : t`Ended ${day}, ${why}`;
  }
  if (parameters.strategy === 'averaging' && safetyOrders !== null && safetyOrders > 0) {
    const most = parameters.safetyOrders;
    return t`Safety order ${safetyOrders} of ${most}`;
  }
  const [first, ...others] = coins;
  const span = spanOf(now - startedAt);
  if (first === undefined || others.length === 0) return `${name} · ${span}`;
  return (
    <>
      <span aria-hidden>{`${first.base} + ${others.length} · ${span}`}</span>
      <VisuallyHidden>{`${name}, ${coins.map(({ base }) => base).join(', ')}, ${span}`}</VisuallyHidden>
    </>
  );
}
