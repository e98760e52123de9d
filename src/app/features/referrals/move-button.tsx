import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TeamCycle } from '#protocol/referrals/entities.ts';
import { compareDecimals, type Decimal } from '#protocol/core/decimal.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { SendButton } from '../outcomes/send-button.tsx';
import { useSubmit } from '../outcomes/use-submit.ts';
import { useAmountText } from '../assets/amount-text.ts';
import { useCreditText } from './credit-text.ts';
import { moveMutation } from './mutations.ts';

const calls = ['POST myearnings'] as const;

interface MoveButtonProps {
  readonly asset: string;
  readonly amount: Decimal;
  /** Why so much cannot be moved; absent when nothing is in the way. */
  readonly obstacle?: string | undefined;
  readonly cycle: TeamCycle;
  readonly onDone?: () => void;
}

/** Moves rebates of one coin to the spot wallet; with nothing there, says when rebates are credited. */
export function MoveButton({ asset, amount, obstacle, cycle, onDone }: MoveButtonProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const amountOf = useAmountText();
  const submit = useSubmit(calls, moveMutation(client));
  const failure = useFailureText(submit.error);
  const isReachable = useReachable();
  const isPractice = usePracticeMode() === true;
  const credited = useCreditText(cycle);
  const isNothing = compareDecimals(amount, '0') <= 0;
  const facts = amountOf(amount, asset);
  const send = () =>
    submit.send(
      { asset, amount, facts },
      {
        onSuccess: () => {
          toast.show({
            type: 'success',
            title: t`${facts} moved`,
            detail: t`In your spot wallet`,
            action: {
              label: t`Open wallet`,
              onAction: () => void navigate({ to: '/pages/assets/tradeAccount', search: { wallet: 'spot' } }),
            },
          });
          onDone?.();
        },
      },
    );
  const reason =
    obstacle ??
    (isNothing ? credited : isReachable ? undefined : t`No connection. Move rebates when you are back online.`);
  return (
    <SendButton
      submit={submit}
      failure={failure}
      busyLabel={t`Sending…`}
      disabledReason={submit.busy ? undefined : reason}
      {...(isNothing ? {} : { detail: <OneLine>{t`Immediately, no fee`}</OneLine> })}
      onClick={send}
    >
      {isNothing ? t`Nothing to move` : isPractice ? t`Move ${facts} to spot (practice)` : t`Move ${facts} to spot`}
    </SendButton>
  );
}
