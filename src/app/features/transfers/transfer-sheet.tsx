import type { Wallet } from '#protocol/wallets/wallets.ts';
import { Trans } from '@lingui/react/macro';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { TransferBetweenWallets } from './transfer-page.tsx';

/** A transfer that an order form asked for: both wallets and the coin are known. */
export interface TransferInPlaceRequest {
  readonly asset: string;
  readonly from: Wallet;
  readonly to: Wallet;
}

/** The transfer form over another screen; closes itself once the transfer went through. */
export function TransferSheet({ onClose, ...ends }: TransferInPlaceRequest & { readonly onClose: () => void }) {
  return (
    <Sheet open onClose={onClose} title={<Trans>Transfer</Trans>} flush>
      <TransferBetweenWallets {...ends} onTransferred={onClose} />
    </Sheet>
  );
}
