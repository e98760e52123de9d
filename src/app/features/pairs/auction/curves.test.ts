import { describe, expect, it } from 'vitest';
import { auctionCurves } from './curves.ts';

describe('curves of an auction', () => {
  it('step from the best price on, both in one picture', () => {
    const curves = auctionCurves(
      [
        { price: '1.1', total: 10 },
        { price: '1', total: 30 },
      ],
      [
        { price: '0.9', total: 20 },
        { price: '1.05', total: 40 },
      ],
    );
    expect(curves?.buyers).toBe('100,100 95.45,100 95.45,76 50,76 50,28 0,28');
    expect(curves?.sellers).toBe('0,100 4.55,100 4.55,52 72.73,52 72.73,4 100,4');
    expect(curves?.at('1')).toBe(50);
    expect(curves?.at('9')).toBe(100);
  });

  it('draws one price alone in the middle, and nothing of an empty book', () => {
    expect(auctionCurves([{ price: '1', total: 5 }], [])?.at('1')).toBe(50);
    expect(auctionCurves([], [])).toBeNull();
  });
});
