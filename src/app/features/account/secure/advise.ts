import type { QueryClient } from '@tanstack/react-query';

/** Advises once, after an order was taken, to secure an account that nothing leads back to. Its code comes then. */
export async function adviseAfterTrade(client: QueryClient): Promise<void> {
  try {
    const { advise } = await import('./after-trade.ts');
    await advise(client);
  } catch {
    // No connection: the next order asks again.
  }
}
