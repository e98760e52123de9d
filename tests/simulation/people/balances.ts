import type { Phone } from './phone.ts';

/** What somebody has of a coin in a wallet, as `GET wallet` answers it. */
export interface Balance {
  readonly wallet: string;
  readonly asset: string;
  readonly available: string;
  readonly frozen: string;
  readonly locked: string;
  readonly valuation: string;
}

export async function balancesOf(phone: Phone): Promise<readonly Balance[]> {
  const { data } = await phone.read('GET wallet');
  return (data as { readonly balances: readonly Balance[] }).balances;
}

/** What can be taken out of the spot wallet. */
export async function spotFunds(phone: Phone): Promise<readonly Balance[]> {
  return (await balancesOf(phone)).filter(({ wallet, available }) => wallet === 'spot' && Number(available) > 0);
}
