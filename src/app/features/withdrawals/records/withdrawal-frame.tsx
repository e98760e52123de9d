import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/controls/Button.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';

/** The sheet that tells of one withdrawal. */
export function WithdrawalFrame(props: { open: boolean; onClose: () => void; children: ReactNode }) {
  const { open, onClose, children } = props;
  const { t } = useLingui();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Withdrawal`}
      footer={
        <Button size="l" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      {children}
    </Sheet>
  );
}
