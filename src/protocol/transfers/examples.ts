import type { InstantTransfer } from '../wallets/entities/movement.ts';

export const sent: InstantTransfer = {
  id: '2',
  direction: 'out',
  counterparty: 'Me•••in',
  counterpartyId: '10••07',
  asset: 'USDT',
  amount: '2',
  remark: 'Lunch',
  at: 1795359130588,
};
