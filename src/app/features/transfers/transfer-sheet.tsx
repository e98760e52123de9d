import { Trans } from '@lingui/react/macro';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import type { TransferInPlaceRequest } from './in-place.tsx';
import { TransferBetweenWallets } from './transfer-page.tsx';

/** The transfer form over another screen; closes itself once the transfer went through. */
export function TransferSheet({ onClose, ...ends }: TransferInPlaceRequest & { readonly onClose: () => void }) {
  return (
    <Sheet open onClose={onClose} title={<Trans>Transfer</Trans>} flush>
      <TransferBetweenWallets {...ends} onTransferred={onClose} />
    </Sheet>
  );
}
