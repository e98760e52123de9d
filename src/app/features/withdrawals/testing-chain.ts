import type { ChainOfCoin } from '#protocol/chains/entities.ts';

/** How USDT comes and goes on Ethereum. */
export const ethereum: ChainOfCoin = {
  asset: 'USDT',
  chain: 'ETH',
  name: 'Ethereum (ERC-20)',
  watched: true,
  practice: false,
  depositMinimum: '1',
  creditConfirmations: 1,
  freeConfirmations: 2,
  blockMs: 12_000,
  withdrawMinimum: '10',
  withdrawFee: '2',
  withdrawOpen: true,
};
