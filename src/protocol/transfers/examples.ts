import type { InstantTransfer } from '../wallets/entities/movement.ts';
import type { Examples } from '../core/example.ts';

const sent: InstantTransfer = {
  id: '2',
  direction: 'out',
  counterparty: 'Me•••in',
  counterpartyId: '10••07',
  asset: 'USDT',
  amount: '2',
  remark: 'Lunch',
  at: 1795359130588,
};

export const transferExamples = {
  'GET transferPage': {
    input: {},
    output: {
      wallets: ['spot', 'contract', 'fiat', 'gold', 'option', 'mining', 'quant'],
      coins: ['USDT', 'USDC', 'AAVE'],
      available: [
        { wallet: 'spot', asset: 'BTC', amount: '0.20015996' },
        { wallet: 'spot', asset: 'ETH', amount: '1' },
      ],
    },
  },
  'POST transfer': {
    input: { asset: 'USDT', from: 'spot', to: 'contract', amount: '12.5' },
    output: { asset: 'USDT', from: 'spot', to: 'contract', amount: '12.5', at: 1795359130583 },
  },
  'POST freeTransferForWallet': {
    input: {
      step: 'pay',
      to: { by: 'id', id: '100007' },
      asset: 'USDT',
      amount: '2',
      remark: 'Lunch',
      transactionPassword: '864209',
    },
    output: {
      name: 'Me•••in',
      id: '100007',
      transfer: {
        id: '2',
        direction: 'out',
        counterparty: 'Me•••in',
        counterpartyId: '100007',
        asset: 'USDT',
        amount: '2',
        remark: 'Lunch',
        at: 1795359130588,
      },
    },
  },
  'GET freeTransferForWalletLog': {
    input: { size: '2', direction: 'out' },
    output: {
      list: [sent, { ...sent, id: '1', at: 1795359129058 }],
      next: null,
    },
  },
} satisfies Partial<Examples>;
