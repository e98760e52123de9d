import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import type { InstantTransfer } from '../../../../protocol/entities/movement.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { IconTile } from '../../../ui/lists/ListRow.tsx';
import { Card } from '../../../ui/layout/Section.tsx';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import { InstantFacts } from './instant-facts.tsx';
import css from '../transfers.module.css';

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
          <div className={css['headline']}>
            <IconTile icon={CircleCheck} large />
            <div>
              <p className={css['quantity']}>
                {formatNumber(paid.amount)} {paid.asset}
              </p>
              <p className={css['what']}>
                <Trans>Arrived at {paid.counterparty}</Trans>
              </p>
            </div>
          </div>
          <Card bare>
            <InstantFacts transfer={paid} />
          </Card>
        </>
      )}
    </Sheet>
  );
}
