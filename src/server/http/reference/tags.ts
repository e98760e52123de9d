import { coinApplicationCalls } from '../../../protocol/calls/wallet/coin-applications.ts';
import { miningCalls } from '../../../protocol/calls/earn/mining.ts';
import { stockAlertCalls } from '../../../protocol/calls/earn/stock-alerts.ts';
import { backingCalls } from '../../../protocol/calls/earn/backing.ts';
import { fixedCalls } from '../../../protocol/calls/earn/fixed.ts';
import { subscriptionCalls } from '../../../protocol/calls/earn/subscription.ts';
import type { CallSpec } from '../../../protocol/call.ts';
import { codeCalls } from '../../../protocol/calls/auth/codes.ts';
import { profileCalls } from '../../../protocol/calls/auth/profile.ts';
import { securityCalls } from '../../../protocol/calls/auth/security.ts';
import { signInCalls } from '../../../protocol/calls/auth/sign-in.ts';
import { chatCalls } from '../../../protocol/calls/chat.ts';
import { articleCalls } from '../../../protocol/calls/content/articles.ts';
import { contactCalls } from '../../../protocol/calls/content/contacts.ts';
import { launchCalls } from '../../../protocol/calls/content/launch.ts';
import { contractCalls } from '../../../protocol/calls/contract.ts';
import { marketCalls } from '../../../protocol/calls/market.ts';
import { optionCalls } from '../../../protocol/calls/option.ts';
import { loanCalls } from '../../../protocol/calls/loan/loans.ts';
import { robotCalls } from '../../../protocol/calls/quant/robots.ts';
import { advertCalls } from '../../../protocol/calls/otc/adverts.ts';
import { fiatOrderCalls } from '../../../protocol/calls/otc/orders.ts';
import { merchantCalls } from '../../../protocol/calls/otc/merchants.ts';
import { methodCalls } from '../../../protocol/calls/otc/methods.ts';
import { supportCalls } from '../../../protocol/calls/support.ts';
import { conversionCalls } from '../../../protocol/calls/wallet/conversions.ts';
import { depositCalls } from '../../../protocol/calls/wallet/deposits.ts';
import { dailySignInCalls } from '../../../protocol/calls/rewards/sign-in.ts';
import { teamCalls } from '../../../protocol/calls/rewards/team.ts';
import { spotOrderCalls } from '../../../protocol/calls/wallet/spot-orders.ts';
import { transferCalls } from '../../../protocol/calls/wallet/transfers.ts';
import { uploadCalls } from '../../../protocol/calls/wallet/uploads.ts';
import { walletCalls } from '../../../protocol/calls/wallet/wallets.ts';
import { withdrawalCalls } from '../../../protocol/calls/wallet/withdrawals.ts';

/** A group of calls in the document and on its page. */
export interface Tag {
  readonly name: string;
  readonly description: string;
  readonly calls: Readonly<Record<string, CallSpec>>;
}

/** The tags in the order of the page; each call is in exactly one. */
export const tags: readonly Tag[] = [
  {
    name: 'Sign-in',
    description: 'Registration, log-in and log-out. `POST /login` answers the session token that other calls carry.',
    calls: signInCalls,
  },
  {
    name: 'Verification codes',
    description:
      'Codes by email and SMS. A checked code becomes a single-use ticket, which the next step carries: a reset of the password, a withdrawal, a proof of who asks.',
    calls: codeCalls,
  },
  {
    name: 'Security',
    description:
      'Passwords, contacts, passkeys, authenticator and withdrawal addresses. Changes of what protects the account ask for a fresh proof of who asks, and some start a hold of 24 hours on withdrawals.',
    calls: securityCalls,
  },
  {
    name: 'Profile',
    description: 'The own profile, nickname and real-name authentication.',
    calls: profileCalls,
  },
  { name: 'Market data', description: 'Pairs, tickers, trades and K-lines, for everybody.', calls: marketCalls },
  {
    name: 'Spot orders',
    description: 'Limit and market orders on the spot market, paid from the spot wallet.',
    calls: spotOrderCalls,
  },
  {
    name: 'Contracts',
    description:
      'Perpetual contracts and gold, settled in USDT. Opening a position needs a take-profit and a stop-loss; margin comes from the contract or gold wallet.',
    calls: contractCalls,
  },
  {
    name: 'Options',
    description:
      'Seconds options: up, down or flat within a round. Ended rounds carry what their result is recomputed from.',
    calls: optionCalls,
  },
  {
    name: 'Wallets',
    description:
      'Balances by wallet and coin, and the ledger entries behind them. A balance has three parts: available, frozen behind an order or a withdrawal, and locked until a deposit is final.',
    calls: walletCalls,
  },
  {
    name: 'Deposits',
    description: 'Deposit addresses, declared deposits and how far each is.',
    calls: depositCalls,
  },
  {
    name: 'Withdrawals',
    description:
      'Withdrawals to an address, with the transaction password and, where one is switched on, a code of the authenticator.',
    calls: withdrawalCalls,
  },
  {
    name: 'Transfers',
    description: 'Between own wallets, and at once to another user. Both are without a fee.',
    calls: transferCalls,
  },
  {
    name: 'Conversions',
    description: 'One coin into another at a quoted rate, which holds for some seconds.',
    calls: conversionCalls,
  },
  {
    name: 'Uploads',
    description: 'Images: documents, vouchers, pictures of profiles, work orders and chat.',
    calls: uploadCalls,
  },
  {
    name: 'Collection methods',
    description: 'Accounts that buyers pay into. Only the other side of an order is ever shown one.',
    calls: methodCalls,
  },
  {
    name: 'Merchants',
    description: 'Becoming a merchant of fiat trading, and the deposit that secures it.',
    calls: merchantCalls,
  },
  {
    name: 'Adverts',
    description:
      'Adverts of merchants to buy and sell coins for money in a bank, at a fixed price or one that follows the index.',
    calls: advertCalls,
  },
  {
    name: 'Fiat orders',
    description:
      'Orders between two users. The coins wait in the escrow account of the order until the seller releases them, the order is cancelled, or an arbiter decides.',
    calls: fiatOrderCalls,
  },
  {
    name: 'Backing',
    description: 'What each product that promises something holds, and what it has promised.',
    calls: backingCalls,
  },
  {
    name: 'Stock alerts',
    description: 'Hearing of it when a fixed term or a miner that is sold out can be bought again.',
    calls: stockAlertCalls,
  },
  {
    name: 'Daily sign-in',
    description: 'Signing in every day, what it pays, and the pool that pays it. Days turn at 24:00 UTC+8.',
    calls: dailySignInCalls,
  },
  {
    name: 'Team',
    description: 'Members who came by invitation, and the rebates of the fees they paid. Credited at 00:05 UTC+8.',
    calls: teamCalls,
  },
  {
    name: 'Fixed terms',
    description:
      'Coins put in for a cycle at a rate that does not change; the interest to the end is set aside at once.',
    calls: fixedCalls,
  },
  {
    name: 'Subscriptions',
    description:
      'New coins that people subscribe to: projects, own commitments, and the published list of each allotment.',
    calls: subscriptionCalls,
  },
  {
    name: 'Mining',
    description: 'Miners on sale and own ones: buying, filling, starting, and collecting their income.',
    calls: miningCalls,
  },
  {
    name: 'Coin listing',
    description: 'Applications to list a coin: sent, asked about, answered, and decided.',
    calls: coinApplicationCalls,
  },
  {
    name: 'Loans',
    description: 'Loans against collateral: what is lent, applications, repayments, and what happened to each.',
    calls: loanCalls,
  },
  {
    name: 'Robots',
    description:
      'Strategies whose every order stands in the book: products with their record, own robots, their trades and their income by day.',
    calls: robotCalls,
  },
  { name: 'Support', description: 'Notices and work orders.', calls: supportCalls },
  {
    name: 'Chat',
    description: 'Groups, members and past messages. Messages are sent over the stream.',
    calls: chatCalls,
  },
  {
    name: 'Content',
    description: 'News, help and pages, in seven languages. Articles are structured blocks, never HTML.',
    calls: articleCalls,
  },
  {
    name: 'Contacts',
    description: 'How the exchange is reached, its communities, and invitations.',
    calls: contactCalls,
  },
  {
    name: 'Launch',
    description: 'What an app asks for when it starts: switches, version, server time and display rates.',
    calls: launchCalls,
  },
];

const tagOfCall: ReadonlyMap<string, string> = new Map(
  tags.flatMap(({ name, calls }) => Object.keys(calls).map((call) => [call, name] as const)),
);

/** The tag of a call. @throws Error for a call that no tag has */
export function tagOf(call: string): string {
  const tag = tagOfCall.get(call);
  if (tag === undefined) throw new Error(`No tag has ${call}`);
  return tag;
}
