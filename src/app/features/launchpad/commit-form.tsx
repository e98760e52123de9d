import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { LaunchpadProject } from '#protocol/launchpad/entities/projects.ts';
import { codes } from '#protocol/core/codes.ts';
import { decimalPlaces, type Decimal } from '#protocol/core/decimal.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { formatAmount, formatNumber } from '#app/platform/format/number-format.ts';
import { useObservable } from '#app/platform/observable.ts';
import { session } from '#app/platform/session/session.ts';
import { useBalance } from '#app/platform/stream/stream-hooks.ts';
import { NumberField } from '#app/ui/controls/NumberField.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { useSubmit } from '../outcomes/use-submit.ts';
import css from './launchpad.module.css';
import { commitMutation } from './mutations.ts';
import { type CommitProblem, commitProblem, mostOf, wholePieces } from './shares.ts';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';

const calls = ['POST teManagementOrderAdd'] as const;

/** Refusals that belong to the amount. */
const amountCodes: ReadonlySet<number> = new Set([
  codes.subscriptionAboveMaximum,
  codes.subscriptionBelowMinimum,
  codes.quantityOutOfRange,
  codes.insufficientWalletBalance,
  codes.prizePoolFull,
]);

/** The amount that is to be committed, what is wrong with it, and its sending. */
export function useCommitEntry(project: LaunchpadProject, before: Decimal) {
  const { t } = useLingui();
  const submit = useSubmit(calls, commitMutation(useQueryClient()));
  const [amount, setAmount] = useKeptState(`launch.${project.id}`, '');
  const [tried, setTried] = useState(false);
  const isSignedIn = useObservable(session) !== null;
  const available = useBalance('spot', project.quote)?.available ?? (isSignedIn ? null : '0');
  const problem = commitProblem(project, before, amount, available);
  const whole = amount === '' ? '0' : wholePieces(project, amount);
  return {
    id: useId(),
    submit,
    amount,
    whole,
    available,
    problem,
    shown: tried || (problem !== null && problem !== 'missing') ? problem : null,
    most: mostOf(project, before, available),
    change(next: string) {
      submit.reset();
      setAmount(next);
    },
    send(event: FormEvent) {
      event.preventDefault();
      setTried(true);
      submit.reset();
      if (problem !== null) return;
      submit.send(
        { project: project.id, amount: whole },
        {
          onSuccess: (order) => {
            setAmount('');
            setTried(false);
            const got = order.allotted === null ? null : formatNumber(order.allotted);
            const title =
              got === null
                ? t`${formatAmount(order.committed)} ${project.quote} committed`
                : t`You received ${got} ${project.coin} from this subscription`;
            toast.show({ type: 'success', title });
          },
        },
      );
    },
  };
}

export type CommitEntry = ReturnType<typeof useCommitEntry>;

interface CommitFormProps {
  readonly project: LaunchpadProject;
  readonly before: Decimal;
  readonly entry: CommitEntry;
}

/** The amount, its limits, and four boxes that fill it. */
export function CommitForm({ project, before, entry }: CommitFormProps) {
  const { t } = useLingui();
  const { quote, pieceCost, minimum, maximum } = project;
  const { amount, available, submit } = entry;
  const failure = useFailureText(submit.error);
  const isOfAmount = submit.error instanceof ApiRefusal && amountCodes.has(submit.error.code);
  const error = useProblemText(project, before, entry.shown, available) ?? (isOfAmount ? failure : null);
  const presets = presetsOf(minimum, maximum);
  return (
    <form id={entry.id} className={css['form']} noValidate onSubmit={(event) => entry.send(event)}>
      <NumberField
        label={project.manner === 'pro-rata' ? t`Commit (${quote})` : t`Spend (${quote})`}
        value={amount}
        places={Math.max(2, decimalPlaces(pieceCost))}
        {...(error === null ? {} : { error })}
        hint={
          <>
            <Trans>Available: {available === null ? '–' : formatAmount(available)}</Trans>
            {' · '}
            <Trans>
              {formatNumber(minimum)} – {formatNumber(maximum)} a person
            </Trans>
          </>
        }
        onChange={(value) => entry.change(value)}
      />
      <div className={css['presets']}>
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            className={css['preset']}
            aria-pressed={amount === preset}
            onClick={() => entry.change(preset)}
          >
            {formatNumber(preset)}
          </button>
        ))}
        <button
          type="button"
          className={css['preset']}
          aria-pressed={amount !== '' && amount === entry.most}
          onClick={() => entry.change(entry.most === '0' ? '' : entry.most)}
        >
          <Trans>Max</Trans>
        </button>
      </div>
    </form>
  );
}

/** Three round amounts within the limits: five times, ten times and fifty times the least, or less. */
function presetsOf(minimum: Decimal, maximum: Decimal): Decimal[] {
  const [least, most] = [BigInt(minimum.split('.')[0] ?? '0') || 1n, BigInt(maximum.split('.')[0] ?? '0')];
  const amounts = [least * 5n, least * 10n, least * 50n].map((amount) => (amount < most ? amount : most));
  return [...new Set(amounts.map(String))];
}

function useProblemText(
  { quote, minimum, maximum }: LaunchpadProject,
  before: Decimal,
  problem: CommitProblem | null,
  available: Decimal | null,
): string | null {
  const { t } = useLingui();
  const isMore = before !== '0';
  switch (problem) {
    case null:
      return null;
    case 'missing':
      return t`Enter an amount.`;
    case 'above-available':
      return t`You have ${formatAmount(available ?? '0')} ${quote} available in the spot wallet.`;
    case 'below-minimum':
      return t`The minimum is ${formatNumber(minimum)} ${quote}.`;
    case 'above-maximum':
      return isMore
        ? t`You have committed ${formatAmount(before)} of at most ${formatNumber(maximum)} ${quote}.`
        : t`The maximum is ${formatNumber(maximum)} ${quote} per person.`;
  }
}
