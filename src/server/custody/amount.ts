import { toExactUnits, type Decimal } from '#protocol/core/decimal.ts';
import { assets } from '../core/assets.ts';
import { Refusal } from '../core/failures/refusal.ts';

const int64Max = 2n ** 63n - 1n;

/**
 * Parses a requested amount into the asset's smallest unit.
 *
 * @throws Refusal `notFound` for a coin that does not exist; `enterAmount` when the amount is zero, finer than the
 *   smallest unit, or out of range
 */
export function movedUnits(asset: string, amount: Decimal): bigint {
  const known = assets.get(asset);
  if (known === undefined) throw new Refusal('notFound');
  const units = toExactUnits(amount, known.scale);
  if (units === null || units <= 0n || units > int64Max) throw new Refusal('enterAmount');
  return units;
}
