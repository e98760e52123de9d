/** Every chain there can be, by its id: whichever of them the settings open. */
export const chainIds: readonly string[] = ['ETH', 'TRON', 'TEST'];
