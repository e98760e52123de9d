import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import type { CallOutput } from '../../../../protocol/calls.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import { formatTime } from '../../../platform/format/time-format.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { IconTile } from '../../../ui/lists/ListRow.tsx';
import { KeyValue } from '../../../ui/lists/KeyValue.tsx';
import { Card } from '../../../ui/layout/Section.tsx';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import css from '../transfers.module.css';

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
      <div className={css['headline']}>
        <IconTile icon={CircleCheck} large />
        <div>
          <p className={css['quantity']}>
            {formatNumber(quote.receives)} {quote.to}
          </p>
          <p className={css['what']}>
            <Trans>In your spot wallet</Trans>
          </p>
        </div>
      </div>
      <Card bare>
        <KeyValue
          roomy
          items={[
            { key: t`Paid`, value: `${formatNumber(quote.amount)} ${quote.from}` },
            { key: t`Rate`, value: `1 ${quote.from} = ${formatNumber(quote.rate)} ${quote.to}` },
            { key: t`Fee`, value: `${formatNumber(quote.fee)} ${quote.to}` },
            { key: t`Time`, value: `${formatTime(at, 'date')} ${formatTime(at, 'time')}` },
          ]}
        />
      </Card>
    </>
  );
}
