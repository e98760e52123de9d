import type { Withdrawal } from './entities.ts';
import { bookedAddress, chains } from '../chains/examples.ts';
import type { Examples } from '../core/example.ts';

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

const later: Withdrawal = {
  ...exampleWithdrawal,
  id: '4',
  address: 'dt12275yw4zrz4sjkdp948hdktnaq5jjhe0d6nenr',
  amount: '25',
  receives: '24',
  remark: 'Savings',
  at: 1795359130556,
  updatedAt: 1795359130556,
};

export const withdrawalExamples = {
  'GET withdrawPage': {
    input: { asset: 'USDT' },
    output: {
      asset: 'USDT',
      available: '17740.5',
      chains,
      addresses: [
        bookedAddress,
        {
          id: '1',
          chain: 'TEST',
          address: 'dt1ljsprqrpcgcsxfyat2pppwsy6zpqrx60xpzsrr',
          label: 'Cold wallet',
          createdAt: 1795359127997,
          usableAt: 1795359127997,
        },
      ],
      ownAddresses: [
        { chain: 'TEST', address: 'dt1q2kfl8tp4cyq4m9yz3l0v7c5jx6d8r2s4w3u7a' },
        { chain: 'TRON', address: 'TKWvtM2U2y3WeQCtMDnS6f5wcwvV9fGo8T' },
      ],
      addressWait: false,
      dailyLimit: '10000',
      dailyUsed: '45',
      dailyLimitVerified: '1000000',
      verified: false,
      hasTransactionPassword: true,
      withdrawalHoldUntil: null,
      withdrawalHoldReason: null,
      held: null,
      price: '1',
    },
  },
  'POST withdrawCoin': {
    input: {
      asset: 'USDT',
      chain: 'TEST',
      address: 'dt1mlcz867gr26gpl522dqqtyjyn2fl9yq0wct4hv',
      amount: '20',
      remark: 'Rent',
      transactionPassword: '864209',
      ticket: 'GjYnXrl9MMsrscC1rBRMuFThsl_3rKU5bgLxYPd8yUk',
    },
    output: {
      withdrawal: exampleWithdrawal,
    },
  },
  'POST withdrawCoinApp': {
    input: {
      asset: 'USDT',
      chain: 'TEST',
      address: 'dt12275yw4zrz4sjkdp948hdktnaq5jjhe0d6nenr',
      amount: '25',
      remark: 'Savings',
      transactionPassword: '864209',
    },
    output: {
      withdrawal: later,
    },
  },
  'GET getWithdrawMinNum': {
    input: { asset: 'USDT', chain: 'TEST' },
    output: { minimum: '10', fee: '1' },
  },
  'GET coinRecord': {
    input: { size: '2', asset: 'USDT' },
    output: {
      list: [later, exampleWithdrawal],
      next: '3',
    },
  },
} satisfies Partial<Examples>;
