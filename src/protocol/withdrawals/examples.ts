import type { Withdrawal } from './entities.ts';

/** A withdrawal that waits for its review. */
export const exampleWithdrawal: Withdrawal = {
  id: '3',
  asset: 'USDT',
  chain: 'TEST',
  address: 'dt1mlcz867gr26gpl522dqqtyjyn2fl9yq0wct4hv',
  amount: '20',
  fee: '1',
  receives: '19',
  remark: 'Rent',
  state: 'under-review',
  hash: null,
  confirmations: 0,
  neededConfirmations: 2,
  delayed: false,
  reason: null,
  at: 1795359130532,
  updatedAt: 1795359130532,
};

export const later: Withdrawal = {
  ...exampleWithdrawal,
  id: '4',
  address: 'dt12275yw4zrz4sjkdp948hdktnaq5jjhe0d6nenr',
  amount: '25',
  receives: '24',
  remark: 'Savings',
  at: 1795359130556,
  updatedAt: 1795359130556,
};
