import { useQuery } from '@tanstack/react-query';
import type { Wallet } from '#protocol/wallets/wallets.ts';
import { OfflineAge } from '../loading/offline-age.tsx';
import type { TransferChoice } from './last-transfer.ts';
import { NotYet } from './page-state.tsx';
import { transferPageQuery } from './queries.ts';
import { TransferForm } from './transfer-form.tsx';

interface TransferBetweenWalletsProps {
  readonly asset: string;
  readonly from: Wallet;
  readonly to: Wallet | undefined;
  /** Called with every other coin or pair of wallets that is chosen. */
  readonly onChosen?: (choice: TransferChoice) => void;
  /** After a transfer went through. */
  readonly onTransferred?: () => void;
}

/** The transfer form with its balances, or why they are not there yet. */
export function TransferBetweenWallets(props: TransferBetweenWalletsProps) {
  const page = useQuery(transferPageQuery);
  if (page.data === undefined) return <NotYet query={page} />;
  return (
    <>
      <OfflineAge at={page.dataUpdatedAt} />
      <TransferForm page={page.data} {...props} />
    </>
  );
}
