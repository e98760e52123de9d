import { Trans, useLingui } from '@lingui/react/macro';
import type { OptionEntry } from '#protocol/options/entities.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { formatOffset, formatTime } from '#app/platform/format/time-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { OwnAmount } from '#app/features/order-entry/own-amount.tsx';
import { changeOf } from './entry-row.tsx';
import { cycleNames, directionLabels, outcomeNames, phaseNames } from '../option-labels.ts';

/** Everything about one prediction, with the way to its round. */
export function EntrySheet({ entry, onClose }: { readonly entry: OptionEntry | null; readonly onClose: () => void }) {
  return (
    <Sheet
      open={entry !== null}
      onClose={onClose}
      title={<Trans>Prediction</Trans>}
      footer={
        entry !== null && (
          <Button size="l" href={`#/pages/Option/Riseandfall?id=${entry.round.id}&entry=${entry.id}`}>
            <Trans>See the round</Trans>
          </Button>
        )
      }
    >
      {entry !== null && <EntryFacts entry={entry} />}
    </Sheet>
  );
}

/** The facts of a prediction as its owner sees them. */
export function EntryFacts({ entry }: { readonly entry: OptionEntry }) {
  const { t, i18n } = useLingui();
  const { round, direction, stake, outcome, fee, at } = entry;
  const time = (moment: number) => formatTime(moment, 'seconds');
  const usdt = (amount: string, signed = false) => (
    <OwnAmount>{`${formatNumber(amount, signed ? { sign: 'always' } : {})} USDT`}</OwnAmount>
  );
  return (
    <FactsCard
      items={[
        { key: t`Contract`, value: `${round.coin} · ${i18n._(cycleNames[round.cycle])}` },
        { key: t`Round`, value: round.period },
        { key: t`Predicted`, value: i18n._(directionLabels[direction].name) },
        { key: t`Stake`, value: usdt(stake) },
        {
          key: t`Outcome`,
          value: i18n._(outcome === null ? phaseNames[round.phase] : outcomeNames[outcome]),
        },
        ...(outcome === null
          ? []
          : [
              { key: t`Profit or loss`, value: usdt(changeOf(entry), true) },
              { key: t`Fee`, value: usdt(fee) },
            ]),
        { key: t`Entered`, value: `${formatTime(at, 'date')} ${time(at)} ${formatOffset()}` },
        { key: t`Strike`, value: time(round.strikeAt) },
        { key: t`Closes`, value: time(round.settleAt) },
      ]}
    />
  );
}
