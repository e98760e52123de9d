import type { BackedProduct } from '../core/products.ts';
import type { BackedProductAsked } from './entities.ts';

/** A backed product by its name of today or of the version before. */
export function backedProductNow(name: BackedProductAsked): BackedProduct {
  return name === 'earn' ? 'fixed-terms' : name === 'launch' ? 'launchpad' : name;
}

/** What the version before calls a backed product. */
export function backedProductFormerly(product: BackedProduct): BackedProductAsked {
  return product === 'fixed-terms' ? 'earn' : product === 'launchpad' ? 'launch' : product;
}
