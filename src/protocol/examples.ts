import type { Examples } from './examples/example.ts';
import { signInExamples } from './examples/sign-in.ts';
import { codeExamples } from './examples/codes.ts';
import { securityExamples } from './examples/security.ts';
import { profileExamples } from './examples/profile.ts';
import { marketExamples } from './examples/market.ts';
import { spotOrderExamples } from './examples/spot-orders.ts';
import { contractExamples } from './examples/contract.ts';
import { optionExamples } from './examples/option.ts';
import { walletExamples } from './examples/wallets.ts';
import { depositExamples } from './examples/deposits.ts';
import { withdrawalExamples } from './examples/withdrawals.ts';
import { transferExamples } from './examples/transfers.ts';
import { conversionExamples } from './examples/conversions.ts';
import { coinApplicationExamples } from './examples/coin-applications.ts';
import { uploadExamples } from './examples/uploads.ts';
import { supportExamples } from './examples/support.ts';
import { chatExamples } from './examples/chat.ts';
import { articleExamples } from './examples/articles.ts';
import { contactExamples } from './examples/contacts.ts';
import { launchExamples } from './examples/launch.ts';
import { methodExamples } from './examples/otc/methods.ts';
import { advertExamples } from './examples/otc/adverts.ts';
import { fiatOrderExamples } from './examples/otc/orders.ts';
import { merchantExamples } from './examples/otc/merchants.ts';
import { backingExamples } from './examples/earn/backing.ts';
import { dailySignInExamples } from './examples/rewards/sign-in.ts';
import { teamExamples } from './examples/rewards/team.ts';
import { fixedExamples } from './examples/earn/fixed.ts';
import { stockAlertExamples } from './examples/earn/stock-alerts.ts';
import { miningExamples } from './examples/earn/mining.ts';
import { subscriptionExamples } from './examples/earn/subscription.ts';
import { loanExamples } from './examples/loan/loans.ts';
import { robotExamples } from './examples/quant/robots.ts';

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
  ...coinApplicationExamples,
  ...supportExamples,
  ...chatExamples,
  ...articleExamples,
  ...contactExamples,
  ...launchExamples,
  ...methodExamples,
  ...merchantExamples,
  ...advertExamples,
  ...fiatOrderExamples,
  ...backingExamples,
  ...dailySignInExamples,
  ...teamExamples,
  ...fixedExamples,
  ...miningExamples,
  ...stockAlertExamples,
  ...subscriptionExamples,
  ...loanExamples,
  ...robotExamples,
};
