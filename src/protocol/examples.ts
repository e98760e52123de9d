import type { Examples } from './core/example.ts';
import { signInExamples } from './log-in/examples.ts';
import { codeExamples } from './accounts/examples/codes.ts';
import { securityExamples } from './accounts/examples/security.ts';
import { profileExamples } from './accounts/examples/profile.ts';
import { marketExamples } from './market-data/examples.ts';
import { spotOrderExamples } from './spot/examples.ts';
import { contractExamples } from './contracts/examples.ts';
import { optionExamples } from './options/examples.ts';
import { walletExamples } from './wallets/examples.ts';
import { depositExamples } from './deposits/examples.ts';
import { withdrawalExamples } from './withdrawals/examples.ts';
import { transferExamples } from './transfers/examples.ts';
import { conversionExamples } from './conversions/examples.ts';
import { listingApplicationExamples } from './listing-applications/examples.ts';
import { uploadExamples } from './uploads/examples.ts';
import { ticketExamples } from './tickets/examples.ts';
import { chatExamples } from './chat/examples.ts';
import { articleExamples } from './content/examples/articles.ts';
import { contactExamples } from './content/examples/contacts.ts';
import { launchExamples } from './app-config/examples.ts';
import { recordExamples } from './records/examples.ts';
import { methodExamples } from './p2p/examples/collection-methods.ts';
import { advertExamples } from './p2p/examples/adverts.ts';
import { p2pOrderExamples } from './p2p/examples/orders.ts';
import { merchantExamples } from './p2p/examples/merchants.ts';
import { backingExamples } from './backing/examples.ts';
import { checkInExamples } from './check-in/examples.ts';
import { referralExamples } from './referrals/examples.ts';
import { fixedTermExamples } from './fixed-terms/examples.ts';
import { stockAlertExamples } from './stock-alerts/examples.ts';
import { miningExamples } from './mining/examples.ts';
import { launchpadExamples } from './launchpad/examples.ts';
import { loanExamples } from './loans/examples.ts';
import { robotExamples } from './robots/examples.ts';

/** The example of every call, for the API's documents. A call without one does not compile. */
export const examples: Examples = {
  ...signInExamples,
  ...codeExamples,
  ...securityExamples,
  ...profileExamples,
  ...marketExamples,
  ...spotOrderExamples,
  ...contractExamples,
  ...optionExamples,
  ...walletExamples,
  ...depositExamples,
  ...withdrawalExamples,
  ...transferExamples,
  ...conversionExamples,
  ...uploadExamples,
  ...listingApplicationExamples,
  ...ticketExamples,
  ...chatExamples,
  ...articleExamples,
  ...contactExamples,
  ...launchExamples,
  ...recordExamples,
  ...methodExamples,
  ...merchantExamples,
  ...advertExamples,
  ...p2pOrderExamples,
  ...backingExamples,
  ...checkInExamples,
  ...referralExamples,
  ...fixedTermExamples,
  ...miningExamples,
  ...stockAlertExamples,
  ...launchpadExamples,
  ...loanExamples,
  ...robotExamples,
};
