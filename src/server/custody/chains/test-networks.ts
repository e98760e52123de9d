/** Chain ids of test networks (EIP-155, chainlist.org). Every other one counts as real. */
const testNetworks: ReadonlySet<number> = new Set([
  // Development nodes: Hardhat and Anvil, Ganache.
  31_337, 1_337,
  // Ethereum: Sepolia, Holesky, Hoodi.
  11_155_111, 17_000, 560_048,
  // BNB Smart Chain, Polygon Amoy, Avalanche Fuji.
  97, 80_002, 43_113,
  // Arbitrum, OP, Base: each on Sepolia.
  421_614, 11_155_420, 84_532,
]);

/** Whether a network is a test network. @param networkId its chain id; null for the built-in test chain */
export function isTestNetwork(networkId: number | null): boolean {
  return networkId === null || testNetworks.has(networkId);
}
