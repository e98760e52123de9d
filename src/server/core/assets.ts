import type { Asset } from './listing/listed.ts';
import { listing } from './listing/listing.ts';

export type { Asset } from './listing/listed.ts';

/** Every asset the ledger can hold, by id: what is listed now, see `core/listing/`. */
export const assets: ReadonlyMap<string, Asset> = listing.coins;

/**
 * The scale of an asset.
 *
 * @throws Error for an asset the ledger does not know: input is checked before, so this is a broken invariant
 */
export function assetScale(id: string): number {
  const asset = assets.get(id);
  if (asset === undefined) throw new Error(`no such asset: ${id}`);
  return asset.scale;
}
