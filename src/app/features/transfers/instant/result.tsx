import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import type { InstantTransfer } from '../../../../protocol/entities/movement.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { IconTile } from '../../../ui/lists/ListRow.tsx';
import { Headline } from '../../../ui/layout/Headline.tsx';
import { Card } from '../../../ui/layout/Section.tsx';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import { InstantFacts } from './facts.tsx';

/** That it was sent, and to whom. */
export function PayResult({ paid, onClose }: { paid: InstantTransfer | null; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Sheet
      open={paid !== null}
      onClose={onClose}
      title={t({ message: 'Sent', context: 'money' })}
      footer={
        <Button kind="primary" size="l" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      {paid !== null && (
        <>
          <Headline
            leading={<IconTile icon={CircleCheck} large />}
            amount={`${formatNumber(paid.amount)} ${paid.asset}`}
          >
            <Trans>Arrived at {paid.counterparty}</Trans>
          </Headline>
          <Card bare>
            <InstantFacts transfer={paid} />
          </Card>
        </>
      )}
    </Sheet>
  );
}
