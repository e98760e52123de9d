import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, Suspense, useRef } from 'react';
import { t } from '@lingui/core/macro';
import { decimalPlaces } from '#protocol/core/decimal.ts';
import type { ChainOfCoin } from '#protocol/chains/entities.ts';
import { remarkMaxLength } from '#protocol/core/limits.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { useBalance, useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { FieldButton, NumberField } from '#app/ui/controls/NumberField.tsx';
import { Stack } from '#app/ui/layout/Section.tsx';
import { TextField } from '#app/ui/controls/TextField.tsx';
import { SkeletonRow } from '#app/ui/layout/Skeleton.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { focusFirstInvalid } from '#app/ui/controls/focus-first-invalid.ts';
import { useCoinFacts } from '#app/features/assets/holdings.ts';
import { laterPart } from '#app/features/shell/later-part.tsx';
import { HeldSubmit } from '#app/features/outcomes/held-submit.tsx';
import { WithdrawalFrame } from '../records/withdrawal-frame.tsx';
import { WithdrawConfirm } from './confirm.tsx';
import { useWithdrawalEntry } from './state.ts';
import { useWithdrawing, type Withdrawing } from './submit.ts';
import { WithdrawBanners } from '../withdraw-banners.tsx';
import { WithdrawFacts } from './facts.tsx';
import css from '../withdraw-screen.module.css';
import {
  mostAmount,
  type WithdrawalField,
  withdrawalProblems,
  type WithdrawTerms,
  type WithdrawalProblem,
} from './check.ts';
import { Choices } from './coin-and-network.tsx';
import { AddressPart } from './recipient.tsx';

interface WithdrawFormProps {
  terms: WithdrawTerms;
  /** The network asked for; the first open one when it is not given or not there. */
  chainId: string | null;
}

/** The form: coin, network, address, amount, remark, and what it comes to. */
export function WithdrawForm({ terms, chainId }: WithdrawFormProps) {
  const chain =
    terms.chains.find((each) => each.chain === chainId) ??
    terms.chains.find(({ withdrawOpen }) => withdrawOpen) ??
    terms.chains[0];
  return chain === undefined ? null : <Form key={terms.asset} terms={terms} chain={chain} />;
}

/** Digits behind the point that amounts of a coin are typed with. */
function usePlaces(chain: ChainOfCoin): number {
  const { decimals } = useCoinFacts()(chain.asset);
  return Math.max(decimals, decimalPlaces(chain.withdrawMinimum), decimalPlaces(chain.withdrawFee));
}

interface FormProps {
  terms: WithdrawTerms;
  chain: ChainOfCoin;
}

/** What is filled in, what is wrong with it, and its sending. */
function useWithdrawForm({ terms, chain }: FormProps, now: number) {
  const { asset } = terms;
  const entry = useWithdrawalEntry(asset);
  const withdrawing = useWithdrawing(asset, entry.clear);
  const places = usePlaces(chain);
  const available = useBalance('spot', asset)?.available ?? terms.available;
  const { draft } = entry;
  const problems = withdrawalProblems(terms, chain, draft, { available, places, now });
  const form = useRef<HTMLFormElement>(null);
  return {
    form,
    entry,
    withdrawing,
    places,
    available,
    problems,
    errorOf: (field: WithdrawalField): string | undefined => {
      const problem = problems.find((each) => each.field === field);
      // Whoever enters their own address must not fill in the rest first.
      const isAtOnce = problem?.kind === 'own';
      if (problem !== undefined && (isAtOnce || entry.isShown(field))) return problemText(problem, asset);
      return withdrawing.refusalOf(field);
    },
    change: (field: WithdrawalField, value: string) => {
      withdrawing.reset();
      entry.change(field, value);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      entry.tryIt();
      withdrawing.reset();
      if (withdrawing.held !== null) return;
      if (problems.length === 0) withdrawing.confirm({ asset, chain: chain.chain, ...draft });
      else focusFirstInvalid(form);
    },
  };
}

function Form({ terms, chain }: FormProps) {
  const { t } = useLingui();
  const { asset } = terms;
  const now = useServerNow(1_000);
  const practice = usePracticeMode() === true;
  const blocked = useBlocked(terms, chain, now);
  const { form, entry, withdrawing, places, available, problems, errorOf, change, submit } = useWithdrawForm(
    { terms, chain },
    now,
  );
  const { draft } = entry;
  return (
    <div className={css['screen']}>
      <Choices terms={terms} chain={chain} />
      <WithdrawBanners terms={terms} now={now} />
      <form ref={form} noValidate onSubmit={submit}>
        <Stack gap={4}>
          <AddressPart {...{ terms, chain, now, entry }} error={errorOf('address')} onChange={change} />
          <NumberField
            label={t`Amount (${asset})`}
            value={draft.amount}
            places={places}
            error={errorOf('amount')}
            hint={<Trans>Available: {formatNumber(available)}</Trans>}
            trailing={<MaxButton onClick={() => change('amount', mostAmount(terms, available, places))} />}
            onChange={(amount) => change('amount', amount)}
            onBlur={() => entry.leave('amount')}
          />
          <TextField
            kind="text"
            label={t`Remark (required)`}
            value={draft.remark}
            limit={remarkMaxLength}
            required
            autoCapitalize="sentences"
            enterKeyHint="go"
            error={errorOf('remark')}
            hint={t`For your own records. It is not sent to the network.`}
            onChange={(remark) => change('remark', remark)}
            onBlur={() => entry.leave('remark')}
          />
          <WithdrawFacts terms={terms} chain={chain} amount={draft.amount} />
          <HeldSubmit held={withdrawing.held} confirming={withdrawing.request !== null} disabledReason={blocked}>
            {practice ? <Trans>Withdraw (practice)</Trans> : <Trans>Withdraw</Trans>}
          </HeldSubmit>
        </Stack>
      </form>
      <LiveRegion urgent>
        {entry.tried ? problems.map((problem) => problemText(problem, asset)).join(' ') : null}
      </LiveRegion>
      <Layers chain={chain} withdrawing={withdrawing} blocked={blocked} practice={practice} />
    </div>
  );
}

function MaxButton({ onClick }: { onClick: () => void }) {
  return (
    <FieldButton onClick={onClick}>
      <Trans>Max</Trans>
    </FieldButton>
  );
}

/** Why nothing can be withdrawn now; undefined when it can. */
function useBlocked(terms: WithdrawTerms, chain: ChainOfCoin, now: number): ReactNode {
  const reachable = useReachable();
  const { withdrawalHoldUntil: until, withdrawalHoldReason } = terms;
  if (!reachable) return <Trans>No connection. Withdrawals unlock when you are back online.</Trans>;
  if (until !== null && until > now) {
    if (withdrawalHoldReason === 'new-device')
      return <Trans>Withdrawals from this new device unlock at {formatTime(until, 'dayTime')}</Trans>;
    return <Trans>Withdrawals unlock 24 h after a password change: {formatTime(until, 'dayTime')}</Trans>;
  }
  if (!terms.hasTransactionPassword) return <Trans>Set a transaction password first.</Trans>;
  if (!chain.withdrawOpen) return <Trans>Withdrawals on {chain.name} are closed. Choose another network.</Trans>;
  return undefined;
}

/** The steps of a withdrawal that was taken: fetched when there is one. */
const WithdrawalFacts = laterPart(() => import('../records/withdrawal-sheet.tsx'), 'WithdrawalFacts');

interface LayersProps {
  chain: ChainOfCoin;
  withdrawing: Withdrawing;
  blocked: ReactNode;
  practice: boolean;
}

/** What lies over the form: its confirmation, and afterwards the withdrawal. */
function Layers({ chain, withdrawing, blocked, practice }: LayersProps) {
  const { result } = withdrawing;
  return (
    <>
      <WithdrawConfirm chain={chain} withdrawing={withdrawing} blocked={blocked} practice={practice} />
      {/* Its frame is at hand: that a withdrawal was taken is seen whatever becomes of the steps. */}
      <WithdrawalFrame open={result !== null} onClose={withdrawing.done}>
        <Suspense fallback={<SkeletonRow count={4} leading={false} />}>
          {result !== null && <WithdrawalFacts withdrawal={result} />}
        </Suspense>
      </WithdrawalFrame>
    </>
  );
}

/** What is wrong with a field of the form, and what would be right. */
function problemText(problem: WithdrawalProblem, asset: string): string {
  if (problem.field === 'remark') return t`Enter a remark, so that you know later what this was for.`;
  if (problem.field === 'address') {
    if (problem.kind === 'waiting') {
      const time = formatTime(problem.until, 'dayTime');
      return t`This address is new. Money can go there from ${time}.`;
    }
    if (problem.kind === 'missing') return t`Enter an address.`;
    if (problem.kind === 'malformed') return t`This is not an address. Check that it is complete.`;
    if (problem.kind === 'own') return t`This is your own deposit address. Enter another one.`;
    return t`With the 24-hour wait on, money can only go to addresses in your book. Add it there first.`;
  }
  if (problem.kind === 'missing') return t`Enter an amount.`;
  const allowed = `${formatNumber(problem.allowed)} ${asset}`;
  if (problem.kind === 'belowMinimum') return t`The minimum withdrawal is ${allowed}.`;
  if (problem.kind === 'insufficient') return t`You have ${allowed} available.`;
  if (problem.kind === 'tooFine') return t`The amount has too many decimals. Try ${allowed}.`;
  return t`Your limit allows ${allowed} more today.`;
}
