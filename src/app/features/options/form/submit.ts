import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { toast } from '#app/ui/overlays/toast.ts';
import { adviseAfterTrade } from '#app/features/account/secure/advise.ts';
import { useSubmit } from '#app/features/outcomes/use-submit.ts';
import { enterMutation } from '../mutations.ts';
import { directionLabels } from '../option-labels.ts';
import type { EntryDraft } from './check.ts';

const calls = ['POST contractOptionOrder-add'] as const;

/** Sends entries and reports each that was taken. @param onEntered after the exchange took it */
export function useEntrySubmit(onEntered: () => void) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const { send, ...submit } = useSubmit(calls, {
    ...enterMutation(client),
    // Runs also for who left the screen, or the series, before the answer came.
    onSuccess: (entry) => {
      const [stake, name] = [formatNumber(entry.stake), i18n._(directionLabels[entry.direction].name)];
      toast.show({ type: 'success', title: t`${stake} USDT on ${name}`, key: 'option-entry' });
      onEntered();
      void adviseAfterTrade(client);
    },
  });
  return {
    ...submit,
    send: ({ round, direction, stake }: EntryDraft) => send({ round: round.id, direction, stake }),
  };
}
