import { type Wallet, wallets } from '#protocol/wallets/wallets.ts';
import { changeClientState, clientState } from '#app/platform/storage/client-state.ts';

/** What the transfer screen moves: a coin between two wallets that differ. */
export interface TransferChoice {
  readonly asset: string;
  readonly from: Wallet;
  readonly to: Wallet;
}

const isWallet = (name: unknown): name is Wallet => wallets.some((wallet) => wallet === name);

/** The last choice made on this device (spec point 3: `transfer`); null before one, and for one that makes no sense. */
export function lastTransfer(): TransferChoice | null {
  const { transfer } = clientState.get();
  if (transfer === null) return null;
  const { asset, from, to } = transfer;
  if (typeof asset !== 'string' || !isWallet(from) || !isWallet(to) || from === to) return null;
  return { asset, from, to };
}

/** Remembers a choice on this device. */
export function rememberTransfer({ asset, from, to }: TransferChoice): void {
  const last = clientState.get().transfer;
  if (last?.asset === asset && last.from === from && last.to === to) return;
  changeClientState({ transfer: { from, to, asset } });
}
