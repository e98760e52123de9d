import { useQuery } from '@tanstack/react-query';
import type { Product, SwitchedOffReason } from '#protocol/core/products.ts';
import { launchConfig } from './launch-config.ts';

/**
 * Why an operator switched a product area off for this user; null when it is on, or not there at all. What is open in it
 * can still be closed, so the ways to it stay.
 */
export function useSwitchedOff(feature: Product): SwitchedOffReason | null {
  return useQuery(launchConfig).data?.switchedOff?.[feature] ?? null;
}
