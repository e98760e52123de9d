import { isWatched, type Chains } from './chain.ts';
import { isTestNetwork } from './test-networks.ts';

/** The decider of a practice-mode review: its policy, the operator, or undecided until the chain answers. */
export type PracticeVerdict = 'policy' | 'operator' | 'later';

/**
 * Whether practice mode may approve reviews of a chain automatically: only on the built-in one, and on networks whose
 * chain id is that of a test network. For a chain without a node, such as TRON, the operator decides.
 *
 * @returns a policy for one round of decisions, which queries each chain once
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
    // Its node is unavailable, which the chain's watcher reports.
    return 'later';
  }
}
