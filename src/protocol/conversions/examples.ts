import type { ConversionQuote } from '../wallets/entities/movement.ts';

export const quote: ConversionQuote = {
  id: 'Xtf4Jpwfne7yxxRxDw438I_a',
  from: 'USDT',
  to: 'BTC',
  amount: '10',
  receives: '0.00015996',
  rate: '0.000016013015',
  fee: '0.00000017',
  expiresAt: 1795359140639,
};
