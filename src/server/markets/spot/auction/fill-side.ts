import type { OwnerId } from '#protocol/core/brand.ts';

/** The source of money on one side of a fill: a resting order pays from frozen, a taker from available. */
export interface FillSide {
  readonly owner: OwnerId;
  readonly part: 'available' | 'frozen';
}
