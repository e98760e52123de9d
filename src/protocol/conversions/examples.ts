import type { ConversionQuote } from '../wallets/entities/movement.ts';
import type { Examples } from '../core/example.ts';

const quote: ConversionQuote = {
  id: 'Xtf4Jpwfne7yxxRxDw438I_a',
  from: 'USDT',
  to: 'BTC',
  amount: '10',
  receives: '0.00015996',
  rate: '0.000016013015',
  fee: '0.00000017',
  expiresAt: 1795359140639,
};

export const conversionExamples = {
  'GET convertPage': {
    input: { from: 'USDT', to: 'BTC', amount: '10' },
    output: {
      coins: [
        { asset: 'USDT', minimum: '1', maximum: '50000', available: '17681' },
        { asset: 'BTC', minimum: '0.00001602', maximum: '0.80066871', available: '0.20015996' },
      ],
      quote,
      small: null,
    },
  },
  'POST convert': {
    input: { quote: 'V_D7wRDoCACOtIMYAI9LvBko' },
    output: {
      quote: { ...quote, id: 'V_D7wRDoCACOtIMYAI9LvBko', expiresAt: 1795359140654 },
      at: 1795359130660,
    },
  },
} satisfies Partial<Examples>;
