import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { SignInState } from '../../../protocol/entities/earn/sign-in.ts';
import { compareDecimals } from '../../../protocol/maths/decimal.ts';
import { useFailureText } from '../../platform/api/refusal-text.ts';
import { formatAmount } from '../../platform/format/number-format.ts';
import { useReachable } from '../../platform/offline/reachability.ts';
import { usePracticeMode } from '../../platform/session/launch-config.ts';
import { useServerNow } from '../../platform/stream/stream-hooks.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { OneLine } from '../../ui/controls/OneLine.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { useCoinFacts } from '../assets/holdings.ts';
import { SendButton } from '../outcomes/send-button.tsx';
import { useSubmit } from '../outcomes/use-submit.ts';
import { leftOfDay } from './left-of-day.ts';
import { checkInMutation } from './mutations.ts';

const calls = ['POST checkIn'] as const;

/** Signs in for today; once it is done, says when the next day begins. */
export function SignInButton({ state }: { readonly state: SignInState }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const factsOf = useCoinFacts();
  const submit = useSubmit(calls, checkInMutation(client));
  const failure = useFailureText(submit.error);
  const isReachable = useReachable();
  const isPractice = usePracticeMode() === true;
  const left = leftOfDay(state.dayEndsAt, useServerNow());
  const amountOf = (amount: string, asset: string) => `${formatAmount(amount, factsOf(asset).decimals)} ${asset}`;
  const reward = state.run.find(({ state: each }) => each === 'today')?.reward ?? null;
  const shown = reward === null ? null : amountOf(reward, state.asset);
  const send = () =>
    submit.send(
      { facts: shown ?? '' },
      {
        onSuccess: (done) => {
          const got = amountOf(done.reward, done.asset);
          toast.show({
            type: 'success',
            title: compareDecimals(done.reward, '0') > 0 ? t`${got} credited` : t`Signed in, without a reward`,
            detail:
              compareDecimals(done.reward, '0') > 0 ? t`In your spot wallet` : t`The pool is empty; the day counts.`,
          });
        },
      },
    );
  if (state.signedToday) {
    return (
      <Button size="l" disabled>
        <OneLine>{t`Signed in, next in ${left}`}</OneLine>
      </Button>
    );
  }
  return (
    <SendButton
      submit={submit}
      failure={failure}
      busyLabel={t`Sending…`}
      disabledReason={submit.busy || isReachable ? undefined : t`No connection. Sign in when you are back online.`}
      detail={<OneLine>{t`${left} left today`}</OneLine>}
      onClick={send}
    >
      {shown === null
        ? t`Sign in (no reward today)`
        : isPractice
          ? t`Sign in for ${shown} (practice)`
          : t`Sign in for ${shown}`}
    </SendButton>
  );
}
