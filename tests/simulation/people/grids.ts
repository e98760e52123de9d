import { priceOf } from './person.ts';
import type { Answer, Phone } from './phone.ts';

/** Starts a grid around the price of a pair. @returns null for a pair without a price */
export async function createGrid(phone: Phone, pair: string, digits: number): Promise<Answer | null> {
  const { draws } = phone;
  const price = await priceOf(phone, pair);
  if (price === 0) return null;
  return phone.act('POST quant/create', {
    pair,
    name: 'Grid',
    amount: draws.oneOf(['200', '400']),
    from: 'spot',
    parameters: {
      strategy: 'grid',
      lower: (price * 0.99).toFixed(digits),
      upper: (price * 1.01).toFixed(digits),
      lines: 4 + draws.below(6),
      spacing: draws.oneOf(['arithmetic', 'geometric']),
    },
    bounds: { stopLoss: null, takeProfit: null },
  });
}
