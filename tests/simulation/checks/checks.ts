import { actsAreDoneOnce, nothingIsBroken } from './acts.ts';
import type { Check } from './check.ts';
import { auditIsContent, balancesFollowEntries, journalsBalance, spotHoldsAreFrozen } from './ledger.ts';

/** Everything that must hold, by name. */
export const checks: Readonly<Record<string, Check>> = {
  'journals balance': journalsBalance,
  'balances follow entries': balancesFollowEntries,
  'spot holds are frozen': spotHoldsAreFrozen,
  'the audit is content': auditIsContent,
  'acts are done once': actsAreDoneOnce,
  'nothing is broken': nothingIsBroken,
};
