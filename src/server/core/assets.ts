import type { Asset } from './instruments/listed.ts';
import { instruments } from './instruments/instruments.ts';

export type { Asset } from './instruments/listed.ts';

/** Every asset the ledger can hold, by id: what is listed now, see `core/instruments/`. */
export const assets: ReadonlyMap<string, Asset> = instruments.coins;

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
