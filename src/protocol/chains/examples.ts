import type { ChainOfCoin } from './entities.ts';

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

/** An address of the test chain in the address book. */
export const bookedAddress = {
  id: '2',
  chain: 'TEST',
  address: 'dt1xckyx7jp0gr2j3fpaus8d4f7mcsx0rznpd5q6k',
  label: 'Cold wallet',
  createdAt: 1795359130263,
  usableAt: 1795359130263,
};
