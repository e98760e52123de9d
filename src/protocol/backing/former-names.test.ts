import { expect, it } from 'vitest';
import { backedProducts } from '../core/products.ts';
import { backedProductFormerly, backedProductNow } from './former-names.ts';

it('leads from each backed product to its former name and back', () => {
  expect(backedProducts.map(backedProductFormerly)).toEqual(['earn', 'launch', 'mining', 'rewards', 'loans']);
  for (const product of backedProducts) {
    expect(backedProductNow(product)).toBe(product);
    expect(backedProductNow(backedProductFormerly(product))).toBe(product);
  }
});
