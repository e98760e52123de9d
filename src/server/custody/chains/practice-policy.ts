import type { ReviewKind } from '#server/accounts/reviews/reviews.ts';
import { isWatched, type Chains, type WatchedChain } from './chain.ts';
import { isTestNetwork } from './test-networks.ts';

/** The decider of a practice-mode review: its policy, the operator, or undecided until the chain answers. */
type PracticeVerdict = 'policy' | 'operator' | 'later';

/** What of a review the policy looks at. */
interface PolicyCase {
  readonly kind: ReviewKind;
  /** Id of the chain concerned; absent where none is. */
  readonly chain: string | undefined;
}

/**
 * Whether practice mode may approve a review automatically. Where a chain is concerned: on the built-in one, and on
 * networks whose chain id is that of a test network. On a chain that nobody follows, such as TRON, nothing is paid out,
 * and a deposit declared with a voucher credits practice coins, as the faucet does: the policy approves it. Anything else
 * there waits for the operator.
 *
 * @returns a policy for one round of decisions, which queries each chain once
 */
export function practicePolicy(chains: Chains): (of: PolicyCase) => Promise<PracticeVerdict> {
  const verdicts = new Map<string, Promise<PracticeVerdict>>();
  return ({ kind, chain: id }) => {
    if (id === undefined) return Promise.resolve('policy');
    const chain = chains.get(id);
    if (chain === null || !isWatched(chain)) return Promise.resolve(kind === 'deposit' ? 'policy' : 'operator');
    const verdict = verdicts.get(id) ?? verdictOn(chain);
    verdicts.set(id, verdict);
    return verdict;
  };
}

async function verdictOn(chain: WatchedChain): Promise<PracticeVerdict> {
  try {
    return isTestNetwork(await chain.networkId()) ? 'policy' : 'operator';
  } catch {
    // Its node is unavailable, which the chain's watcher reports.
    return 'later';
  }
}
