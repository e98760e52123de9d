import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import type { CallOutput } from '../../../../protocol/calls.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import { formatTime } from '../../../platform/format/time-format.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { IconTile } from '../../../ui/lists/ListRow.tsx';
import { FactsCard } from '../../../ui/lists/FactsCard.tsx';
import { Headline } from '../../../ui/layout/Headline.tsx';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';

export interface ConvertResultProps {
  converted: CallOutput<'POST convert'> | null;
  onClose: () => void;
}

/** What became of what. */
export function ConvertResult({ converted, onClose }: ConvertResultProps) {
  const { t } = useLingui();
  return (
    <Sheet
      open={converted !== null}
      onClose={onClose}
      title={t`Converted`}
      footer={
        <Button kind="primary" size="l" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      {converted !== null && <Facts {...converted} />}
    </Sheet>
  );
}

function Facts({ quote, at }: CallOutput<'POST convert'>) {
  const { t } = useLingui();
  return (
    <>
      <Headline leading={<IconTile icon={CircleCheck} large />} amount={`${formatNumber(quote.receives)} ${quote.to}`}>
        <Trans>In your spot wallet</Trans>
      </Headline>
      <FactsCard
        items={[
          { key: t`Paid`, value: `${formatNumber(quote.amount)} ${quote.from}` },
          { key: t`Rate`, value: `1 ${quote.from} = ${formatNumber(quote.rate)} ${quote.to}` },
          { key: t`Fee`, value: `${formatNumber(quote.fee)} ${quote.to}` },
          { key: t`Time`, value: `${formatTime(at, 'date')} ${formatTime(at, 'time')}` },
        ]}
      />
    </>
  );
}
