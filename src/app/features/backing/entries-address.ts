import type { BackingAccount } from '../../../protocol/backing/entities.ts';

/** Where what moved in a product's account is listed. */
export function entriesAddress({ product, asset }: Pick<BackingAccount, 'product' | 'asset'>): string {
  return `#/pages/Whiteskin/backing?product=${product}&asset=${asset}`;
}
