import { listingApplicationCalls } from '#protocol/listing-applications/calls.ts';
import { miningCalls } from '#protocol/mining/calls.ts';
import { stockAlertCalls } from '#protocol/stock-alerts/calls.ts';
import { backingCalls } from '#protocol/backing/calls.ts';
import { fixedTermCalls } from '#protocol/fixed-terms/calls.ts';
import { launchpadCalls } from '#protocol/launchpad/calls.ts';
import type { CallSpec } from '#protocol/core/call.ts';
import { codeCalls } from '#protocol/accounts/calls/codes.ts';
import { profileCalls } from '#protocol/accounts/calls/profile.ts';
import { securityCalls } from '#protocol/accounts/calls/security.ts';
import { signInCalls } from '#protocol/log-in/calls.ts';
import { chatCalls } from '#protocol/chat/calls.ts';
import { articleCalls } from '#protocol/content/calls/articles.ts';
import { contactCalls } from '#protocol/content/calls/contacts.ts';
import { recordCalls } from '#protocol/records/calls.ts';
import { launchCalls } from '#protocol/app-config/calls.ts';
import { contractCalls } from '#protocol/contracts/calls.ts';
import { marketCalls } from '#protocol/market-data/calls.ts';
import { optionCalls } from '#protocol/options/calls.ts';
import { loanCalls } from '#protocol/loans/calls.ts';
import { robotCalls } from '#protocol/robots/calls.ts';
import { advertCalls } from '#protocol/p2p/calls/adverts.ts';
import { p2pOrderCalls } from '#protocol/p2p/calls/orders.ts';
import { merchantCalls } from '#protocol/p2p/calls/merchants.ts';
import { methodCalls } from '#protocol/p2p/calls/collection-methods.ts';
import { ticketCalls } from '#protocol/tickets/calls.ts';
import { conversionCalls } from '#protocol/conversions/calls.ts';
import { depositCalls } from '#protocol/deposits/calls.ts';
import { checkInCalls } from '#protocol/check-in/calls.ts';
import { referralCalls } from '#protocol/referrals/calls.ts';
import { spotOrderCalls } from '#protocol/spot/calls.ts';
import { transferCalls } from '#protocol/transfers/calls.ts';
import { uploadCalls } from '#protocol/uploads/calls.ts';
import { walletCalls } from '#protocol/wallets/calls.ts';
import { withdrawalCalls } from '#protocol/withdrawals/calls.ts';

/** A group of calls in the document and on its page. */
interface Tag {
  readonly name: string;
  readonly description: string;
  readonly calls: Readonly<Record<string, CallSpec>>;
}

/** The tags in the order of the page; each call is in exactly one. */
export const tags: readonly Tag[] = [
  {
    name: 'Log in',
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
    description: 'Images: documents, vouchers, pictures of profiles, tickets and chat.',
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
    name: 'P2P orders',
    description:
      'Orders between two users. The coins wait in the escrow account of the order until the seller releases them, the order is cancelled, or an arbiter decides.',
    calls: p2pOrderCalls,
  },
  {
    name: 'Records',
    description:
      'What shows that the log of operators and the evidence of fiat orders were not changed: a hash for each day.',
    calls: recordCalls,
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
    name: 'Daily check-in',
    description: 'Signing in every day, what it pays, and the pool that pays it. Days turn at 24:00 UTC+8.',
    calls: checkInCalls,
  },
  {
    name: 'Referrals',
    description: 'Members who came by invitation, and the rebates of the fees they paid. Credited at 00:05 UTC+8.',
    calls: referralCalls,
  },
  {
    name: 'Fixed terms',
    description:
      'Coins put in for a cycle at a rate that does not change; the interest to the end is set aside at once.',
    calls: fixedTermCalls,
  },
  {
    name: 'Launchpad',
    description:
      'New coins that people subscribe to: projects, own commitments, and the published list of each allotment.',
    calls: launchpadCalls,
  },
  {
    name: 'Mining',
    description: 'Miners on sale and own ones: buying, filling, starting, and collecting their income.',
    calls: miningCalls,
  },
  {
    name: 'Listing applications',
    description: 'Applications to list a coin: sent, asked about, answered, and decided.',
    calls: listingApplicationCalls,
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
  { name: 'Tickets', description: 'Notices and tickets.', calls: ticketCalls },
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
    name: 'App configuration',
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
