import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Pause, Play } from 'lucide-react';
import type { Robot } from '#protocol/robots/entities/robots.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { useReachable } from '#app/platform/offline/reachability.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { toast } from '#app/ui/overlays/toast.ts';
import { SubmitFailure } from '#app/features/outcomes/submit-failure.tsx';
import { useSubmit } from '#app/features/outcomes/use-submit.ts';
import { actMutation } from '../mutations.ts';
import css from './details.module.css';

const calls = ['POST quant/startIncome'] as const;

interface ActionsProps {
  readonly robot: Robot;
  readonly onChange: () => void;
  readonly onRedeem: () => void;
}

/** What can be done with a robot: it is paused at once, changed and redeemed after a sheet. */
export function Actions({ robot, onChange, onRedeem }: ActionsProps) {
  const { t } = useLingui();
  const isReachable = useReachable();
  const submit = useSubmit(calls, actMutation(useQueryClient()));
  const failure = useFailureText(submit.error);
  const isPaused = robot.state === 'paused';
  const act = () =>
    submit.send(
      { robot, act: isPaused ? 'start' : 'pause' },
      {
        onSuccess: () =>
          toast.show({
            type: 'success',
            title: isPaused ? t`${robot.name} runs again` : t`${robot.name} paused`,
            detail: isPaused
              ? t`Its orders go into the book now.`
              : robot.contract === null
                ? t`Its orders leave the book now. What it holds stays.`
                : t`Its orders leave the book now. Positions stay open and can be liquidated.`,
          }),
      },
    );
  const offline = isReachable
    ? undefined
    : t`No connection. Robots keep running; make changes when you are back online.`;
  return (
    <>
      <SubmitFailure held={submit.held} failure={failure ?? null} />
      {offline !== undefined && (
        <p className={css['offline']} id="robot-offline">
          {offline}
        </p>
      )}
      <div className={css['actions']}>
        <Button
          icon={<Icon of={isPaused ? Play : Pause} size="inline" />}
          busy={submit.busy}
          disabled={!isReachable}
          describedBy={isReachable ? undefined : 'robot-offline'}
          onClick={act}
        >
          <OneLine>{isPaused ? t`Resume` : t`Pause`}</OneLine>
        </Button>
        <Button aria-haspopup="dialog" disabled={!isReachable} onClick={onChange}>
          <OneLine>{t`Change`}</OneLine>
        </Button>
        <Button kind="primary" aria-haspopup="dialog" disabled={!isReachable} onClick={onRedeem}>
          <OneLine>{t`Redeem`}</OneLine>
        </Button>
      </div>
    </>
  );
}
