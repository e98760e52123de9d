import { isWatched, type Chains } from './chain.ts';
import { isTestNetwork } from './test-networks.ts';

/** Who decides a review of practice mode: its policy, the operator, or whoever it is once the chain answers again. */
export type PracticeVerdict = 'policy' | 'operator' | 'later';

/**
 * Tells whether practice mode may approve by itself what concerns a chain: only on the built-in one, and on networks
 * whose chain id is that of a test network. A chain without a node, as TRON, shows none: the operator decides.
 *
 * @returns for one round of decisions, in which each chain is asked once
 */
export function practicePolicy(chains: Chains): (chain: string | undefined) => Promise<PracticeVerdict> {
  const verdicts = new Map<string, Promise<PracticeVerdict>>();
  return (id) => {
    if (id === undefined) return Promise.resolve('policy');
    const known = verdicts.get(id) ?? verdictOn(chains, id);
    verdicts.set(id, known);
    return known;
  };
}

async function verdictOn(chains: Chains, id: string): Promise<PracticeVerdict> {
  const chain = chains.get(id);
  if (chain === null || !isWatched(chain)) return 'operator';
  try {
    return isTestNetwork(await chain.networkId()) ? 'policy' : 'operator';
  } catch {
    // Its node is away, which the watcher of the chain reports.
    return 'later';
  }
}
