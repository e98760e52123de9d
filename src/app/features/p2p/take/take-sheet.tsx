import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { P2pSide, ListedAdvert } from '#protocol/p2p/entities/trade.ts';
import type { Decimal } from '#protocol/core/decimal.ts';
import { useBoardAdvert } from '#app/platform/stream/stream-hooks.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Badge } from '#app/ui/lists/Badge.tsx';
import { Sheet } from '#app/ui/overlays/Sheet.tsx';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { openTransferTo, TransferInPlace } from '#app/features/transfers/in-place.tsx';
import type { BoardFilter } from '../board/board-search.ts';
import { topicOf, withLive } from '../board/live-adverts.ts';
import { type CostQuestion, costQuestionOf } from '../parts/cost-question.ts';
import { CostSheet } from '../parts/cost-sheet.tsx';
import { formatCoins, formatFiat } from '../parts/fiat-money.ts';
import { AmountCard } from './amount-card.tsx';
import type { TakeProblem } from './check.ts';
import { TakePrice, TakeRecord, TakeSteps } from './facts.tsx';
import { MethodChoice, useMethodChoice } from './method-choice.tsx';
import { changeTake, type TakeDraft } from './open-take.ts';
import { TakeAction } from './action.tsx';
import { useTakeEntry } from './state.ts';
import css from './take.module.css';

interface TakeSheetProps {
  readonly draft: TakeDraft;
  readonly filter: BoardFilter;
  readonly advert: ListedAdvert;
  readonly index: Decimal | null;
  readonly stale: boolean;
  /** It was withdrawn, or its last coins were taken. */
  readonly isGone: boolean;
  readonly onClose: () => void;
}

/** Takes an advert: who and at what price, one number, a method, and what follows. */
export function TakeSheet(props: TakeSheetProps) {
  const { draft, filter, index, stale, isGone, onClose } = props;
  const advert = withLive(props.advert, useBoardAdvert(topicOf(filter), props.advert.id));
  const { asset } = advert;
  const side: P2pSide = advert.side === 'sell' ? 'buy' : 'sell';
  const practice = usePracticeMode() === true;
  const entry = useTakeEntry(advert, side, draft);
  const choice = useMethodChoice(advert, side);
  const method = choice.ids?.find((id) => id === draft.method) ?? choice.ids?.[0] ?? null;
  const { submit, terms, taken, problem, balance } = entry;
  const said = draft.typed === '' ? null : problemText(problem, advert);
  const close = () => {
    if (submit.waiting) return;
    submit.reset();
    onClose();
  };
  return (
    <>
      <Sheet
        open
        onClose={close}
        title={<Title side={side} asset={asset} practice={practice} />}
        footer={
          <TakeAction
            advert={advert}
            side={side}
            entry={entry}
            method={method}
            practice={practice}
            stale={stale}
            isGone={isGone}
          />
        }
      >
        <div className={css['body']}>
          <TakePrice advert={advert} price={terms.price} old={entry.asksPrice ? entry.agreed : null} index={index} />
          <TakeRecord merchant={advert.merchant} side={side} />
          <Terms advert={advert} />
          <AmountCard
            advert={advert}
            side={side}
            terms={terms}
            typed={draft.typed}
            unit={draft.in}
            taken={taken}
            most={entry.most}
            error={said}
            onType={entry.type}
            onSwap={entry.swap}
          />
          {side === 'sell' && balance !== null && <Wallet asset={asset} balance={balance} />}
          <MethodChoice
            advert={advert}
            side={side}
            choice={choice}
            value={method}
            onChange={(next) => changeTake({ method: next })}
          />
          <TakeSteps advert={advert} side={side} coins={taken.coins} />
        </div>
      </Sheet>
      <TransferInPlace />
      <TakeCost entry={entry} method={method} practice={practice} />
    </>
  );
}

function Title({
  side,
  asset,
  practice,
}: {
  readonly side: P2pSide;
  readonly asset: string;
  readonly practice: boolean;
}) {
  return (
    <>
      {side === 'buy' ? <Trans>Buy {asset}</Trans> : <Trans>Sell {asset}</Trans>}{' '}
      {practice && (
        <Badge tone="practice">
          <Trans>Practice</Trans>
        </Badge>
      )}
    </>
  );
}

/** The merchant's words, and what the other side has to be. */
function Terms({ advert }: { readonly advert: ListedAdvert }) {
  const { t } = useLingui();
  const { terms, verifiedDays, finishedOrders } = advert;
  const conditions = [
    ...(verifiedDays > 0 ? [t`verified for at least ${verifiedDays} days`] : []),
    ...(finishedOrders > 0 ? [t`at least ${finishedOrders} completed orders in 30 days`] : []),
  ];
  if (terms === '' && conditions.length === 0) return null;
  return (
    <div>
      {terms !== '' && (
        <p className={css['terms']}>
          <b>
            <Trans>Terms</Trans>
          </b>{' '}
          {terms}
        </p>
      )}
      {conditions.length > 0 && (
        <p className={css['terms']}>
          <b>
            <Trans>Who can order</Trans>
          </b>{' '}
          {conditions.join('; ')}
        </p>
      )}
    </div>
  );
}

function Wallet({ asset, balance }: { readonly asset: string; readonly balance: Decimal }) {
  return (
    <div className={css['line']}>
      <span>
        <Trans>Fiat wallet: {formatCoins(balance, asset)}</Trans>
      </span>
      <Button kind="text" size="s" onClick={() => openTransferTo('fiat', asset)}>
        <Trans>Transfer {asset} to it</Trans>
      </Button>
    </div>
  );
}

/** What is wrong with an amount, and what would be right; null where nothing is said yet. */
function problemText(
  problem: TakeProblem | null,
  { asset, currency }: Pick<ListedAdvert, 'asset' | 'currency'>,
): ReactNode {
  if (problem === null || problem.kind === 'missing') return null;
  switch (problem.kind) {
    case 'below':
      return <Trans>Enter at least {formatFiat(problem.least, currency)}.</Trans>;
    case 'above':
      return <Trans>Enter at most {formatFiat(problem.most, currency)}.</Trans>;
    case 'left':
      return <Trans>Only {formatCoins(problem.coins, asset)} left.</Trans>;
    case 'balance':
      return <Trans>You have {formatCoins(problem.has, asset)} in the fiat wallet.</Trans>;
  }
}

interface TakeCostProps {
  readonly entry: ReturnType<typeof useTakeEntry>;
  readonly method: string | null;
  readonly practice: boolean;
}

/** The question that comes before a third order which could fail (21002). */
function TakeCost({ entry, method, practice }: TakeCostProps) {
  const { submit } = entry;
  // While the confirmed request is on its way the question stays.
  const [asked, setAsked] = useState<CostQuestion | null>(null);
  const question = costQuestionOf(submit.error);
  if (question !== null && asked === null) setAsked(question);
  if (question === null && asked !== null && !submit.busy) setAsked(null);
  return (
    <CostSheet
      question={asked}
      busy={submit.busy}
      practice={practice}
      failure={null}
      label={<Trans>Take the order</Trans>}
      onClose={() => {
        if (!submit.waiting) submit.reset();
      }}
      onSend={() => {
        if (method !== null) entry.send(method, true);
      }}
    />
  );
}
