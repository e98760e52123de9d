import type { ChainOfCoin } from '../entities/chain.ts';

/** The ways USDT comes and goes: one the exchange watches, and one whose deposits are reported with a voucher. */
export const chains: ChainOfCoin[] = [
  {
    asset: 'USDT',
    chain: 'TEST',
    name: 'Dunlin test chain',
    watched: true,
    practice: true,
    depositMinimum: '1',
    creditConfirmations: 1,
    freeConfirmations: 2,
    blockMs: 2000,
    withdrawMinimum: '10',
    withdrawFee: '1',
    withdrawOpen: true,
  },
  {
    asset: 'USDT',
    chain: 'TRON',
    name: 'TRON (TRC-20)',
    watched: false,
    practice: false,
    depositMinimum: '1',
    creditConfirmations: 1,
    freeConfirmations: 2,
    blockMs: 3000,
    withdrawMinimum: '10',
    withdrawFee: '1',
    withdrawOpen: false,
  },
];
