import { Trans } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#app/ui/controls/Button.tsx';
import { Headline } from '#app/ui/layout/Headline.tsx';
import { IconTile } from '#app/ui/lists/ListRow.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';

interface ReceiptSheetProps<Result> {
  /** What was done; null closes the sheet. */
  result: Result | null;
  title: string;
  onClose: () => void;
  children: (result: Result) => ReactNode;
}

/** The receipt of money that was moved. */
export function ReceiptSheet<Result>({ result, title, onClose, children }: ReceiptSheetProps<Result>) {
  return (
    <Sheet
      open={result !== null}
      onClose={onClose}
      title={title}
      footer={
        <Button kind="primary" size="l" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      {result !== null && children(result)}
    </Sheet>
  );
}

/** The first line of a receipt: how much, and where it is now. */
export function ReceiptHeadline({ amount, children }: { amount: string; children: ReactNode }) {
  return (
    <Headline leading={<IconTile icon={CircleCheck} large />} amount={amount}>
      {children}
    </Headline>
  );
}
