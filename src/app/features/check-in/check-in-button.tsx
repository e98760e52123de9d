import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { CheckInState } from '#protocol/check-in/entities.ts';
import { compareDecimals } from '#protocol/core/decimal.ts';
import { codes } from '#protocol/core/codes.ts';
import { hourMs } from '#protocol/core/durations.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { formatAmount } from '#app/platform/format/number-format.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { useCoinFacts } from '../assets/holdings.ts';
import { clockOf, secondsUntil } from '../options/round/round-times.ts';
import { usePersonNeeded } from '../person-needed/person-needed.tsx';
import { SendButton } from '../outcomes/send-button.tsx';
import { useSubmit } from '../outcomes/use-submit.ts';
import { checkInMutation } from './mutations.ts';

/** What is left of a day, as in `14:18:42`. @param endsAt epoch milliseconds of the server */
function leftOfDay(endsAt: number, now: number): string {
  const seconds = secondsUntil(endsAt, now);
  const hours = Math.floor((seconds * 1_000) / hourMs);
  return `${hours.toString().padStart(2, '0')}:${clockOf(seconds % 3_600)}`;
}

const calls = ['POST checkIn'] as const;

/** Whether the device had its reward of the day, with another account. */
function isOfDevice(error: unknown): boolean {
  if (!(error instanceof ApiRefusal) || error.code !== codes.alreadySignedIn) return false;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'by' in data && data.by === 'device';
}

/** Signs in for today; once it is done, says when the next day begins. */
export function CheckInButton({ state }: { readonly state: CheckInState }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const factsOf = useCoinFacts();
  const submit = useSubmit(calls, checkInMutation(client));
  const refusal = useFailureText(submit.error);
  const failure = isOfDevice(submit.error) ? t`This device had today’s reward with another account.` : refusal;
  const needed = usePersonNeeded();
  const isReachable = useReachable();
  const offline = isReachable ? undefined : t`No connection. Check in when you are back online.`;
  const hindrance = needed === null ? offline : t`Verify your identity first.`;
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
            title: compareDecimals(done.reward, '0') > 0 ? t`${got} credited` : t`Checked in, without a reward`,
            detail:
              compareDecimals(done.reward, '0') > 0
                ? t`In your spot wallet`
                : t`The pool is empty; the day still counts.`,
          });
        },
      },
    );
  if (state.signedToday) {
    return (
      <Button size="l" disabled>
        <OneLine>{t`Checked in, next in ${left}`}</OneLine>
      </Button>
    );
  }
  return (
    <SendButton
      submit={submit}
      failure={failure}
      busyLabel={t`Sending…`}
      disabledReason={submit.busy ? undefined : hindrance}
      detail={<OneLine>{t`${left} left today`}</OneLine>}
      onClick={send}
    >
      {shown === null
        ? t`Check in (no reward today)`
        : isPractice
          ? t`Check in for ${shown} (practice)`
          : t`Check in for ${shown}`}
    </SendButton>
  );
}
