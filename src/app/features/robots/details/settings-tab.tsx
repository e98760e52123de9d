import { Trans, useLingui } from '@lingui/react/macro';
import { Copy, SlidersHorizontal } from 'lucide-react';
import type { Robot } from '#protocol/robots/entities/robots.ts';
import { formatNumber, formatShare } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { useCopy } from '#app/ui/controls/copying.ts';
import { Icon } from '#app/ui/icons.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { shareLink, tryHref } from '../parameters/share-link.ts';
import { useParameterFacts } from '../parameters/use-facts.ts';
import { strategyLabels, strategyTexts } from '../robot-labels.ts';
import { useCycleText, useUsageText } from '../usage-text.ts';
import css from './rows.module.css';

interface SettingsTabProps {
  readonly robot: Robot;
  readonly onChange: () => void;
}

/** What a robot follows: its parameters, the bounds at which it ends, its cycle, how often its product was used, and what the service takes. */
export function SettingsTab({ robot, onChange }: SettingsTabProps) {
  const { t, i18n } = useLingui();
  const factsOf = useParameterFacts();
  const cycleOf = useCycleText();
  const usageOf = useUsageText();
  const copy = useCopy();
  const { strategy, parameters, bounds, pair, base, quote, endedAt } = robot;
  const boundText = (price: string | null) => (price === null ? t`None` : `${formatNumber(price)} ${quote}`);
  const share = formatShare(robot.serviceShare, 0);
  return (
    <div className={css['panel']}>
      <FactsCard
        items={[
          { id: 'strategy', key: t`Strategy`, value: i18n._(strategyLabels[strategy]) },
          { id: 'pair', key: t`Pair`, value: `${base}/${quote}` },
          ...(robot.contract === null ? [] : [{ id: 'contract', key: t`Contract`, value: robot.contract.contract }]),
          ...factsOf(parameters, quote),
        ]}
      />
      <FactsCard
        items={[
          ...(robot.coins.length > 1
            ? []
            : [
                { id: 'stop', key: t`Stop-loss`, value: boundText(bounds.stopLoss) },
                { id: 'take', key: t`Take-profit`, value: boundText(bounds.takeProfit) },
              ]),
          {
            id: 'cycle',
            key: t`Cycle`,
            value: cycleOf(robot.cycleMinutes === null ? [] : [robot.cycleMinutes]),
          },
          { id: 'usage', key: t`Usage count`, value: usageOf.own(robot.ownUsageCount) },
          { id: 'fee', key: t`Service fee`, value: t`${share} of the profit, at its end` },
          {
            id: 'started',
            key: t({ message: 'Started', context: 'robot' }),
            value: formatTime(robot.startedAt, 'dateTime'),
          },
          ...(endedAt === null
            ? []
            : [
                { id: 'ended', key: t({ message: 'Ended', context: 'robot' }), value: formatTime(endedAt, 'dateTime') },
              ]),
        ]}
      />
      <p className={css['note']}>{i18n._(strategyTexts[strategy])}</p>
      <div className={css['buttons']}>
        <Button
          icon={<Icon of={Copy} size="inline" />}
          onClick={() => copy(shareLink(pair, parameters, location), t`Link copied`)}
        >
          <Trans>Copy link</Trans>
        </Button>
        {endedAt === null && robot.state !== 'stopping' ? (
          <Button icon={<Icon of={SlidersHorizontal} size="inline" />} aria-haspopup="dialog" onClick={onChange}>
            <Trans>Change</Trans>
          </Button>
        ) : (
          <Button kind="primary" href={tryHref(pair, parameters)}>
            <Trans>Try it again</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}
