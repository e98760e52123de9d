import { actsAreDoneOnce, nothingIsBroken } from './acts.ts';
import { booksAreNotCrossed } from './books.ts';
import type { Check } from './check.ts';
import { nightsAreCharged, positionsKeepMargin, positionsPayFees, profitsAreTaken } from './contracts.ts';
import {
  depositsAreCreditedOnce,
  depositsFollowTheChain,
  withdrawalsArePaidOnce,
  withdrawalsMoveTheirCoins,
} from './custody.ts';
import { minersRunOnFuel, practiceCoinsAreDaily, termsKeepTheirDays } from './earn.ts';
import { answersAreStored, keysHaveEffects, refusalsAreTrue } from './effects.ts';
import { conversionsFollowQuotes, tradesPayFees } from './fees.ts';
import {
  auditIsContent,
  balancesFollowEntries,
  journalsBalance,
  nobodyWaitsInACircle,
  spotHoldsAreFrozen,
} from './ledger.ts';
import { closedPairsTakeNoOrders, endedPairsAreEmpty, nothingIsStranded } from './listing.ts';
import { collateralIsSoldNearIndex, loansAreCovered, loansBearInterest, loansOweWhatIsLeft } from './loans.ts';
import { roundsKeepTimes, roundsPayShares } from './options.ts';
import { heldValueStays, purchasesAreHeld } from './holds.ts';
import { p2pEvidenceStays, p2pOrdersEndOnce } from './p2p.ts';
import {
  awayMerchantsRest,
  cancellationsCost,
  cancellationsCount,
  merchantsKeepDeposits,
  p2pOrdersEndRightly,
} from './p2p-rules.ts';
import { robotsGoOn } from './robots.ts';

/** Everything that must hold, by name. */
export const checks: Readonly<Record<string, Check>> = {
  'journals balance': journalsBalance,
  'balances follow entries': balancesFollowEntries,
  'spot holds are frozen': spotHoldsAreFrozen,
  'nobody waits in a circle': nobodyWaitsInACircle,
  'P2P orders end once': p2pOrdersEndOnce,
  'P2P evidence stays': p2pEvidenceStays,
  'P2P orders end rightly': p2pOrdersEndRightly,
  'merchants who may not trade rest': awayMerchantsRest,
  'merchants keep their deposits': merchantsKeepDeposits,
  'cancellations count': cancellationsCount,
  'cancellations cost': cancellationsCost,
  'purchases are held': purchasesAreHeld,
  'held value stays': heldValueStays,
  'the audit is content': auditIsContent,
  'acts are done once': actsAreDoneOnce,
  'keys have their effects': keysHaveEffects,
  'answers are stored': answersAreStored,
  'refusals are true': refusalsAreTrue,
  'trades pay their fees': tradesPayFees,
  'conversions follow their quotes': conversionsFollowQuotes,
  'books are not crossed': booksAreNotCrossed,
  'positions pay their fees': positionsPayFees,
  'positions keep their margin': positionsKeepMargin,
  'nights are charged': nightsAreCharged,
  'profits are taken': profitsAreTaken,
  'rounds keep their times': roundsKeepTimes,
  'rounds pay their shares': roundsPayShares,
  'terms keep their days': termsKeepTheirDays,
  'miners run on fuel': minersRunOnFuel,
  'practice coins are daily': practiceCoinsAreDaily,
  'loans bear interest': loansBearInterest,
  'loans are covered': loansAreCovered,
  'loans owe what is left': loansOweWhatIsLeft,
  'collateral is sold near the index': collateralIsSoldNearIndex,
  'deposits are credited once': depositsAreCreditedOnce,
  'deposits follow the chain': depositsFollowTheChain,
  'withdrawals are paid once': withdrawalsArePaidOnce,
  'withdrawals move their coins': withdrawalsMoveTheirCoins,
  'robots go on': robotsGoOn,
  'ended pairs are empty': endedPairsAreEmpty,
  'closed pairs take no orders': closedPairsTakeNoOrders,
  'nothing is stranded': nothingIsStranded,
  'nothing is broken': nothingIsBroken,
};
