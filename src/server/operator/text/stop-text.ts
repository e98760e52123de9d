import { productFormerly } from '#protocol/core/products.ts';
import type { OperatorLogLine } from '#server/core/gate/operator-log.ts';
import type { StandingStop, StopSubject } from '#server/core/gate/stops.ts';
import { harmless } from './review-text.ts';

/** A stop as named by the operator. */
export function subjectText({ scope, of }: StopSubject): string {
  return scope === 'withdrawals' ? 'withdrawals' : `${scope} ${of}`;
}

/** One stop in effect. */
export function stopText(stop: StandingStop): string {
  const since = new Date(stop.since).toISOString();
  return `${subjectText(stop)}  since ${since} by ${harmless(stop.by)}: ${harmless(stop.reason)}`;
}

/** The subject of an action other than a user. */
const subjectKinds: Partial<Readonly<Record<OperatorLogLine['what'], string>>> = {
  'audit-resolve': 'coin',
  'retry-payout': 'withdrawal',
  'release-payout': 'withdrawal',
  rescan: 'blocks',
  'retry-deposit': 'payment',
  'switch-on': 'product',
  'switch-off': 'product',
  'switch-clear': 'product',
  'fixed-add': 'product',
  'fixed-change': 'product',
  'fixed-close': 'product',
  'fixed-revoke': 'fixed term',
  'miner-add': 'model',
  'miner-change': 'model',
  'miner-close': 'model',
  'sign-in-pool': 'month',
  'rate-set': 'rate',
  'rate-accept': 'rate',
  'rate-refuse': 'rate',
  'list-coin': 'coin',
  'list-pair': 'pair',
  'list-move': 'pair',
  'list-end': 'pair',
  'list-terms': 'pair',
  'list-contract': 'contract',
  backing: 'product',
  'loan-terms': 'terms',
  'listing-ask': 'application',
  'listing-terms': 'application',
  restored: 'data',
};

/** Acts whose subject begins with a product. */
const productActs: ReadonlySet<OperatorLogLine['what']> = new Set([
  'switch-on',
  'switch-off',
  'switch-clear',
  'backing',
]);

/** A line keeps the name that the product had on its day. */
function withProductNow(subject: string): string {
  const [product = '', ...rest] = subject.split(' ');
  return [productFormerly(product) ?? product, ...rest].join(' ');
}

/** One line of the log. @param reason as the operator reads it */
export function logLineText({ at, who, what, scope, subject, sessions }: OperatorLogLine, reason: string): string {
  const named = scope === 'area' || productActs.has(what) ? withProductNow(subject) : subject;
  const of = scope === null ? `${subjectKinds[what] ?? 'user'} ${named}` : subjectText({ scope, of: named });
  const ended = sessions.length === 0 ? '' : ` (${sessions.length} sessions ended)`;
  return `${new Date(at).toISOString()}  ${harmless(who)}  ${what}  ${of}${ended}  ${harmless(reason)}`;
}
