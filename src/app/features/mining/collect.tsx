import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useFailureText } from '../../platform/api/refusal-text.ts';
import { formatTime } from '../../platform/format/time-format.ts';
import { usePracticeMode } from '../../platform/session/launch-config.ts';
import { useReachable } from '../../platform/offline/reachability.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { OneLine } from '../../ui/controls/OneLine.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { SubmitFailure } from '../outcomes/submit-failure.tsx';
import { useSubmit } from '../outcomes/use-submit.ts';
import { useAmountText } from '../assets/amount-text.ts';
import { type LiveMiner, sumsOf } from './live-miner.ts';
import { collectMutation } from './mutations.ts';

const calls = ['POST pickMiningOrder'] as const;

/** Collects the income of all miners into the mining wallet; with nothing there, says when the next comes. */
export function Collect({ miners }: { readonly miners: readonly LiveMiner[] }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const amountOf = useAmountText();
  const submit = useSubmit(calls, collectMutation(client));
  const failure = useFailureText(submit.error);
  const isReachable = useReachable();
  const isPractice = usePracticeMode() === true;
  const sums = sumsOf(miners);
  const facts = sums.map(({ amount, asset }) => amountOf(amount, asset)).join(', ');
  const nextAt = nextIncomeOf(miners);
  const send = () =>
    submit.send(
      { facts },
      {
        onSuccess: ({ list }) => {
          const got = list.map(({ amount, asset }) => amountOf(amount, asset)).join(', ');
          toast.show({
            type: 'success',
            title: t`${got} collected`,
            action: {
              label: t`Open wallet`,
              onAction: () => void navigate({ to: '/pages/assets/tradeAccount', search: { wallet: 'mining' } }),
            },
          });
        },
      },
    );
  const isNothing = sums.length === 0;
  const reason = isNothing
    ? nextAt === null
      ? t`A running miner earns income daily.`
      : t`Next income ${formatTime(nextAt, 'dayTime')}`
    : isReachable
      ? undefined
      : t`No connection. Collect when you are back online.`;
  return (
    <>
      <SubmitFailure held={submit.held} failure={failure} />
      <Button
        kind="primary"
        size="l"
        busy={submit.busy}
        busyLabel={t`Sending…`}
        disabledReason={submit.busy ? undefined : reason}
        {...(isNothing ? {} : { detail: <OneLine>{t`Goes to your mining wallet now`}</OneLine> })}
        onClick={send}
      >
        <OneLine>
          {isNothing ? t`Nothing to collect` : isPractice ? t`Collect ${facts} (practice)` : t`Collect ${facts}`}
        </OneLine>
      </Button>
    </>
  );
}

function nextIncomeOf(miners: readonly LiveMiner[]): number | null {
  const times = miners.flatMap(({ nextIncomeAt }) => nextIncomeAt ?? []);
  return times.length === 0 ? null : Math.min(...times);
}
