import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../api/call-query.ts';

/** Launch configuration: mode, feature switches, where desktop browsers go. Persisted for the first paint. */
export const launchConfig = callQuery('GET web/config', {});

/** Whether money is not real here; null while nothing is known. */
export function usePracticeMode(): boolean | null {
  const { data } = useQuery(launchConfig);
  return data === undefined ? null : data.mode === 'practice';
}

/** Whether a product area is switched on; on while nothing is known, because its calls answer for themselves. */
export function useFeature(name: string): boolean {
  const { data } = useQuery(launchConfig);
  return data?.features.includes(name) ?? true;
}
