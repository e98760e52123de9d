import type { AnyRouter } from '@tanstack/react-router';
import { chunkLoadMs } from '../../../protocol/limits.ts';

/**
 * Watches for pages that do not come within the product's limit (spec point 9): the browser waits for a file for as long
 * as the network holds the connection.
 *
 * @returns a function that ends it
 */
export function watchSlowPages(router: Pick<AnyRouter, 'subscribe'>, onSlow: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stops = [
    router.subscribe('onBeforeLoad', () => {
      clearTimeout(timer);
      timer = setTimeout(onSlow, chunkLoadMs);
    }),
    router.subscribe('onResolved', () => clearTimeout(timer)),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
