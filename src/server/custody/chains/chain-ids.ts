/** Ids of all supported chains, enabled or not. */
export const chainIds: readonly string[] = ['ETH', 'TRON', 'TEST'];
