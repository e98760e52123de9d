import { loadOutlines } from './outlines.ts';

/** The map works without a network: its screens and its outlines are on the device. */
export const offlinePaths: readonly string[] = ['/open-location', '/choose-location'];

export async function prefetch(): Promise<void> {
  await loadOutlines();
}
