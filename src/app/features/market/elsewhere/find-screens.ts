import type { Feature } from '#protocol/app-config/features.ts';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { fold } from '#app/features/help/search/normalize.ts';

/** A screen that was found, by its own name or by that of something it holds. */
interface ScreenFind {
  readonly path: string;
  readonly name: string;
  /** What it was found by; null where that is its name. */
  readonly by: string | null;
}

/** Screens that are answered at most. */
const findsMax = 6;

/**
 * Screens whose name, or something in them, has a word that begins as the query; all of it where words are not parted
 * by spaces.
 *
 * @param textOf the words of a message in the reader's language
 * @param isThere whether a screen is part of this exchange now
 */
export function findScreens(
  query: string,
  textOf: (message: MessageDescriptor) => string,
  isThere: (screen: FoundScreen) => boolean,
): readonly ScreenFind[] {
  const wanted = fold(query.trim());
  if (wanted === '') return [];
  const fits = (text: string) => {
    const folded = fold(text);
    return (
      folded.startsWith(wanted) ||
      folded.includes(` ${wanted}`) ||
      (!/^[\p{Script=Latin}\s]+$/u.test(wanted) && folded.includes(wanted))
    );
  };
  return screens
    .filter(isThere)
    .flatMap(({ path, name, holds = [] }): ScreenFind[] => {
      const own = textOf(name);
      if (fits(own)) return [{ path, name: own, by: null }];
      const held = holds.map(textOf).find(fits);
      return held === undefined ? [] : [{ path, name: own, by: held }];
    })
    .slice(0, findsMax);
}

/** A screen that can be found by its name or by what it holds. */
interface FoundScreen {
  /** Under the hash. */
  readonly path: string;
  readonly name: MessageDescriptor;
  /** What a user looks for and finds there. */
  readonly holds?: readonly MessageDescriptor[];
  /** The part of the product it belongs to; not found while that is off. */
  readonly feature?: Feature;
}

/** Screens and settings that a search leads to. */
const screens: readonly FoundScreen[] = [
  { path: '/pages/trade/trade', name: msg`Spot`, feature: 'spot' },
  { path: '/pages/lever/lever', name: msg`Contracts`, feature: 'contracts' },
  { path: '/pages/lever/lever?contract=XAUPERP', name: msg`Gold`, feature: 'gold' },
  { path: '/pages/Option/Option', name: msg`Options`, feature: 'options' },
  {
    path: '/pages/otc/otc',
    name: msg`P2P`,
    holds: [msg`Buy coins`, msg`Sell coins`, msg`Bank card`],
    feature: 'p2p',
  },
  { path: '/pages/Apply/loanApply', name: msg`Loans`, holds: [msg`Borrow`, msg`Collateral`], feature: 'loans' },
  { path: '/pages/loan/loanRecords', name: msg`Loan records` },
  { path: '/pages/loan/onlineRepayment_list', name: msg`Loans to repay` },
  { path: '/pages/otc/Orderrecord', name: msg`P2P orders` },
  {
    path: '/pages/business/business',
    name: msg`Merchant centre`,
    holds: [msg`Collection methods`, msg`Merchant deposit`],
    feature: 'p2p',
  },
  {
    path: '/pages/AI_quantification/AI_quantification',
    name: msg`Robots`,
    holds: [msg`Grid trading`, msg`Dollar-cost averaging`, msg`Trading bots`],
    feature: 'robots',
  },
  { path: '/pages/AI_quantification/quantification_income', name: msg`Robot income`, feature: 'robots' },
  { path: '/pages/mstarch/mstarch', name: msg`Mining`, holds: [msg`Miners`, msg`Mining income`], feature: 'mining' },
  {
    path: '/pages/financial/financial',
    name: msg`Fixed terms`,
    holds: [msg`Interest`, msg`Weekly, monthly, quarterly, yearly`],
    feature: 'fixed-terms',
  },
  { path: '/pages/financial/records', name: msg`My fixed terms` },
  {
    path: '/pages/Signin/Signin',
    name: msg`Daily check-in`,
    holds: [msg`Rewards`, msg`Days in a row`],
    feature: 'check-in',
  },
  { path: '/pages/components/Calendar', name: msg`Check-in calendar`, feature: 'check-in' },
  {
    path: '/pages/purchase/purchase',
    name: msg`Launchpad`,
    holds: [msg`Launchpad subscription`],
    feature: 'launchpad',
  },
  { path: '/pages/Apply/Apply', name: msg`List a coin`, holds: [msg`Coin listing application`] },
  {
    path: '/pages/member/member',
    name: msg`Referrals`,
    holds: [msg`Rebates`, msg`Invitations`],
    feature: 'referrals',
  },
  { path: '/pages/member/chege', name: msg`Rules and levels of referrals` },
  { path: '/pages/assets/assets', name: msg`Assets` },
  { path: '/pages/assets/charge_list', name: msg`Deposit`, feature: 'deposits' },
  { path: '/pages/assets/mention', name: msg`Withdraw`, feature: 'withdrawals' },
  { path: '/pages/assets/transfer', name: msg`Transfer` },
  { path: '/pages/assets/transfer?tab=convert', name: msg`Convert`, feature: 'spot' },
  { path: '/pages/assets/transfer?tab=small', name: msg`Small balances`, feature: 'spot' },
  { path: '/pages/assets/Assetrecords', name: msg`Records` },
  { path: '/pages/assets/rechargeRecord', name: msg`Deposit records`, feature: 'deposits' },
  { path: '/pages/assets/withdrawalRecord', name: msg`Withdrawal records`, feature: 'withdrawals' },
  {
    path: '/pages/mine/userCenter',
    name: msg`Account`,
    holds: [msg`Display`, msg`Theme`, msg`Display currency`, msg`Up and down colours`, msg`Time zone`],
  },
  { path: '/pages/mine/lang', name: msg`Language` },
  {
    path: '/pages/mine/security',
    name: msg`Security`,
    holds: [msg`Authenticator app`, msg`Anti-phishing word`, msg`Transaction password`, msg`Login password`],
  },
  { path: '/pages/mine/authentication', name: msg`Identity verification` },
  { path: '/pages/notice/list', name: msg`Notices` },
  { path: '/pages/neWs/neWs', name: msg`News` },
  { path: '/pages/jieshao/jieshao', name: msg`Coins` },
  { path: '/pages/usreMei/usreMei', name: msg`Group chat`, feature: 'chat' },
  { path: '/pages/Whiteskin/contact', name: msg`Help and contact` },
  { path: '/pages/Whiteskin/backing', name: msg`Backing`, holds: [msg`What stands behind the products`] },
  { path: '/pages/workOrder/index', name: msg`Customer service`, feature: 'support' },
  { path: '/pages/Whiteskin/community', name: msg`Community links`, feature: 'content' },
  { path: '/pages/mine/down_View', name: msg`Get the app` },
  { path: '/pages/Whiteskin/version', name: msg`Version` },
];
