import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Feature, formerFeatures } from '#protocol/app-config/features.ts';
import type { CallOutput } from '#protocol/calls.ts';
import { callQuery } from '../api/call-query.ts';

type LaunchConfig = CallOutput<'GET web/config'>;

const currentNames: ReadonlyMap<string, string> = new Map(
  Object.entries(formerFeatures).map(([name, former]) => [former, name]),
);

/** Former names of features as the ones of today, see `formerFeatures`. */
export function withCurrentFeatures(config: LaunchConfig): LaunchConfig {
  const nameOf = (feature: string) => currentNames.get(feature) ?? feature;
  const { features, switchedOff } = config;
  return {
    ...config,
    features: [...new Set(features.map(nameOf))],
    ...(switchedOff === undefined
      ? {}
      : {
          switchedOff: Object.fromEntries(
            Object.entries(switchedOff).map(([feature, reason]) => [nameOf(feature), reason]),
          ),
        }),
  };
}

/** Launch configuration: mode, feature switches, where desktop browsers go. Persisted for the first paint. */
export const launchConfig = queryOptions({ ...callQuery('GET web/config', {}), select: withCurrentFeatures });

/** Whether money is not real here; null while nothing is known. */
export function usePracticeMode(): boolean | null {
  const { data } = useQuery(launchConfig);
  return data === undefined ? null : data.mode === 'practice';
}

/** Whether a product area is switched on; on while nothing is known, because its calls answer for themselves. */
export function useFeature(name: Feature): boolean {
  const { data } = useQuery(launchConfig);
  return data?.features.includes(name) ?? true;
}
