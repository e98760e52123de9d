import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { P2pSide, ListedAdvert } from '#protocol/p2p/entities/trade.ts';
import { codes } from '#protocol/core/codes.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { profileQuery } from '#app/features/account/queries.ts';
import { OwnHeldValue } from '#app/features/held-value/held-value.tsx';
import { SubmitFailure } from '#app/features/outcomes/submit-failure.tsx';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { formatCoins, formatFiat, formatFiatPrice } from '../parts/fiat-money.ts';
import { type useTakeEntry, refusedTerms } from './state.ts';
import { costQuestionOf } from '../parts/cost-question.ts';

interface TakeActionProps {
  readonly advert: ListedAdvert;
  readonly side: P2pSide;
  readonly entry: ReturnType<typeof useTakeEntry>;
  readonly method: string | null;
  readonly practice: boolean;
  readonly stale: boolean;
  readonly isGone: boolean;
}

/** The button that takes an advert, or what has to come before; and why the last try was refused. */
export function TakeAction(props: TakeActionProps) {
  const { advert, side, entry, isGone } = props;
  const { i18n } = useLingui();
  const { submit } = entry;
  const failure = useFailureText(submit.error);
  const own = refusalText(submit.error, advert);
  const isQuiet = isShownInPlace(submit.error);
  return (
    <>
      {isGone && (
        <Banner tone="warn" inset live>
          <Trans>This advert was taken or withdrawn. Choose another one.</Trans>
        </Banner>
      )}
      {side === 'sell' && <OwnHeldValue />}
      <SubmitFailure held={submit.held} failure={isQuiet ? null : own === null ? failure : i18n._(own)} />
      <Act {...props} />
    </>
  );
}

function Act(props: TakeActionProps) {
  const { advert, side, entry } = props;
  const { data: profile } = useQuery(profileQuery);
  const here = useLocation().href;
  const reason = useReason(props);
  const { submit, taken, terms } = entry;
  if (profile?.verification === 'not-verified') {
    return (
      <Button
        kind="primary"
        size="l"
        href={`#/pages/mine/real_authentication?${new URLSearchParams({ to: here }).toString()}`}
      >
        <Trans>Verify your identity to trade</Trans>
      </Button>
    );
  }
  if (entry.asksPrice && reason === undefined) {
    const price = formatFiatPrice(terms.price, advert.currency);
    return (
      <Button kind="primary" size="l" detail={<Trans>The price changed</Trans>} onClick={entry.agree}>
        <Trans>Continue at {price}</Trans>
      </Button>
    );
  }
  return (
    <Button
      kind={side}
      size="l"
      busy={submit.busy}
      busyLabel={<Trans>Sending…</Trans>}
      disabledReason={reason}
      {...(taken.coins === '0'
        ? {}
        : {
            detail: (
              <OneLine>
                <Trans>for {formatFiat(taken.money, advert.currency)}, price fixed when you tap</Trans>
              </OneLine>
            ),
          })}
      onClick={() => {
        if (props.method !== null) entry.send(props.method);
      }}
    >
      <OneLine>
        <Label {...props} />
      </OneLine>
    </Button>
  );
}

function Label({ advert, side, entry, practice }: TakeActionProps) {
  const { asset } = advert;
  const coins = entry.taken.coins === '0' ? asset : formatCoins(entry.taken.coins, asset);
  if (side === 'buy') return practice ? <Trans>Buy {coins} (practice)</Trans> : <Trans>Buy {coins}</Trans>;
  return practice ? <Trans>Sell {coins} (practice)</Trans> : <Trans>Sell {coins}</Trans>;
}

/** Why nothing can be taken now; undefined when something can. */
function useReason({ advert, entry, method, stale, isGone }: TakeActionProps): string | undefined {
  const { t } = useLingui();
  const reachable = useReachable();
  const { data: profile } = useQuery(profileQuery);
  if (advert.own) return t`This is your own advert.`;
  if (!reachable) return t`No connection. You can trade when you are back online.`;
  if (stale) return t`Prices are old. You can trade when live prices are back.`;
  if (isGone) return t`Close this and choose another advert.`;
  if (profile?.verification === 'under-review')
    return t`Your identity is being verified. You can trade once that is done.`;
  if (!entry.hasPrice) return t`This advert has no price right now. Try again in a moment.`;
  if (entry.problem?.kind === 'missing') return t({ message: 'Enter an amount.', context: 'fiat order' });
  if (entry.problem !== null) return t`Enter an amount within the limits.`;
  if (method === null) return t`Choose a payment method.`;
  return undefined;
}

/**
 * Why an advert could not be taken, where the meaning of its code does not say it; null where that does, and where the
 * sheet shows it at the price or the amount.
 */
function refusalText(
  error: unknown,
  { verifiedDays, finishedOrders }: Pick<ListedAdvert, 'verifiedDays' | 'finishedOrders'>,
): MessageDescriptor | null {
  if (!(error instanceof ApiRefusal)) return null;
  const { why, price, limit = '0' } = refusedTerms(error);
  const bound = formatCoins(limit, 'USDT');
  switch (error.code) {
    case codes.ownAdvert:
      return msg`This is your own advert.`;
    case codes.orderUpdated:
      if (why === 'merchant-away') return msg`This merchant is not trading right now. Choose another advert.`;
      return price === undefined ? msg`This advert has no price right now. Try again in a moment.` : null;
    case codes.operationFailed:
      if (why === 'verified-days') {
        return msg`This merchant trades with people who have been verified for at least ${verifiedDays} days.`;
      }
      if (why === 'finished-orders') {
        return msg`This merchant trades with people who completed at least ${finishedOrders} orders in 30 days.`;
      }
      return null;
    case codes.quantityOutOfRange:
      if (why === 'day-limit') {
        return msg`You can order up to ${bound} a day. The limit grows with orders completed with different people.`;
      }
      if (why === 'advert-lock') return msg`Your unpaid orders of this advert can be up to ${bound} for now.`;
      return why === 'total-lock' ? msg`Your unpaid orders can be up to ${bound} in total for now.` : null;
    case codes.unfinishedOrder:
      return msg`You already have 3 open P2P orders. Finish or cancel one first.`;
    case codes.contactSupportOrder:
      return msg`Three of your P2P orders were cancelled or not paid today. You can trade again tomorrow.`;
    case codes.notFound:
      return msg`This advert was taken or withdrawn. Choose another one.`;
    default:
      return null;
  }
}

/** Refusals that the sheet shows where they belong: the price, the amount, or a question of its own. */
function isShownInPlace(error: unknown): boolean {
  if (!(error instanceof ApiRefusal)) return false;
  const { price, why } = refusedTerms(error);
  if (costQuestionOf(error) !== null) return true;
  return (
    (error.code === codes.quantityOutOfRange && why === undefined) ||
    (error.code === codes.orderUpdated && price !== undefined)
  );
}
