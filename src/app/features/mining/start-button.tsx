import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Miner } from '../../../protocol/mining/entities.ts';
import { useFailureText } from '../../platform/api/refusal-text.ts';
import { useReachable } from '../../platform/offline/reachability.ts';
import type { Outcome } from '../../platform/pending-outcomes/open-outcomes.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { OneLine } from '../../ui/controls/OneLine.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { SubmitFailure } from '../outcomes/submit-failure.tsx';
import { useSubmit } from '../outcomes/use-submit.ts';
import { numberText } from './amounts.ts';
import { startUpMutation } from './mutations.ts';

const calls = ['POST startUpMiningOrder'] as const;

/** Starts a miner that has fuel. It costs nothing: from then on it burns fuel and earns. */
export function StartButton({ miner }: { readonly miner: Miner }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { id, name } = miner;
  const isOfThis = useCallback(({ asked }: Outcome) => asked['miner'] === id && asked['step'] === 'start', [id]);
  const submit = useSubmit(calls, startUpMutation(client), isOfThis);
  const failure = useFailureText(submit.error);
  const isReachable = useReachable();
  const number = numberText(miner.number);
  return (
    <>
      <SubmitFailure held={submit.held} failure={failure} />
      <Button
        kind="primary"
        size="s"
        wide
        busy={submit.busy}
        disabled={!isReachable}
        label={t`Start ${name} No. ${number}`}
        onClick={() =>
          submit.send(
            { input: { step: 'start', miner: id }, miner },
            { onSuccess: () => toast.show({ type: 'success', title: t`${name} No. ${number} is running` }) },
          )
        }
      >
        <OneLine>{t`Start`}</OneLine>
      </Button>
    </>
  );
}
