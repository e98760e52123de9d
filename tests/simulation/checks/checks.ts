import { actsAreDoneOnce, nothingIsBroken } from './acts.ts';
import type { Check } from './check.ts';
import { auditIsContent, balancesFollowEntries, journalsBalance, spotHoldsAreFrozen } from './ledger.ts';
import { coinsAreHandedOutOnce, p2pEvidenceStays, p2pOrdersEndOnce } from './p2p.ts';

/** Everything that must hold, by name. */
export const checks: Readonly<Record<string, Check>> = {
  'journals balance': journalsBalance,
  'balances follow entries': balancesFollowEntries,
  'spot holds are frozen': spotHoldsAreFrozen,
  'coins are handed out once': coinsAreHandedOutOnce,
  'P2P orders end once': p2pOrdersEndOnce,
  'P2P evidence stays': p2pEvidenceStays,
  'the audit is content': auditIsContent,
  'acts are done once': actsAreDoneOnce,
  'nothing is broken': nothingIsBroken,
};
