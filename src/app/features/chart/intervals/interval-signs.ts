import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { Interval } from '#protocol/market-data/intervals.ts';

/** Short signs of the intervals, as traders write them. */
export const intervalSigns: Readonly<Record<Interval, MessageDescriptor>> = {
  '1m': msg`1m`,
  '3m': msg`3m`,
  '5m': msg`5m`,
  '15m': msg`15m`,
  '30m': msg`30m`,
  '1h': msg`1h`,
  '2h': msg`2h`,
  '4h': msg`4h`,
  '6h': msg`6h`,
  '12h': msg`12h`,
  '1d': msg`1D`,
  '3d': msg`3D`,
  '1w': msg`1W`,
  '1M': msg`1M`,
};
