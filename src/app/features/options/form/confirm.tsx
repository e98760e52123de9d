import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { OptionRound } from '#protocol/options/entities.ts';
import { optionFeePerMille } from '#protocol/core/limits.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { useFailureText } from '#app/platform/api/refusal-text.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { CoinIcon } from '#app/ui/lists/CoinIcon.tsx';
import { FactsCard } from '#app/ui/lists/FactsCard.tsx';
import { ConfirmSheet } from '#app/ui/overlays/ConfirmSheet.tsx';
import { SubmitFailure } from '#app/features/outcomes/submit-failure.tsx';
import { useLiveTrading } from '#app/features/order-entry/live-trading.ts';
import { toast } from '#app/ui/overlays/toast.ts';
import { adviseAfterTrade } from '#app/features/account/secure/advise.ts';
import { useSubmit } from '#app/features/outcomes/use-submit.ts';
import css from './confirm.module.css';
import { type EntryDraft, stakePlaces } from './check.ts';
import { cycleNames, directionLabels } from '../option-labels.ts';
import { payoutOfNew } from './maths.ts';
import { clockOf, secondsUntil } from '../round/round-times.ts';
import { enterMutation } from '../mutations.ts';

interface EntryConfirmProps {
  readonly draft: EntryDraft | null;
  /** The round that takes entries now, with its pools as they stand. */
  readonly round: OptionRound | null;
  readonly now: number;
  readonly practice: boolean;
  readonly onClose: () => void;
}

/** An estimate: more places would be past what it knows. A fee may be less than a cent. */
const feePlaces = 4;

const kinds = { up: 'buy', down: 'sell', flat: 'primary' } as const;

/** Everything that an entry means, before the stake is gone. */
export function EntryConfirm({ draft, round, now, practice, onClose }: EntryConfirmProps) {
  const { t } = useLingui();
  const submit = useEntrySubmit(onClose);
  const failure = useFailureText(submit.error);
  const { live } = useLiveTrading();
  const close = () => {
    if (submit.waiting) return;
    submit.reset();
    onClose();
  };
  const isLocked = draft !== null && now >= draft.round.lockAt;
  return (
    <ConfirmSheet
      open={draft !== null}
      onClose={close}
      title={<Trans>Confirm entry</Trans>}
      failure={
        <SubmitFailure
          held={submit.held}
          failure={failure}
          advice={<Trans>Nothing was staked.</Trans>}
          announced={
            <>
              {failure} <Trans>Nothing was staked.</Trans>
            </>
          }
        />
      }
      send={{
        kind: kinds[draft?.direction ?? 'up'],
        busy: submit.busy,
        disabledReason: isLocked
          ? t`Entries of this round are locked. Close this and choose again.`
          : live
            ? undefined
            : t`Stakes unlock when live prices are back.`,
        label: draft !== null && <SendLabel draft={draft} practice={practice} />,
      }}
      onSend={() => {
        if (draft !== null) submit.send(draft);
      }}
    >
      {draft !== null && (
        <EntryFacts draft={draft} pools={(round?.id === draft.round.id ? round : draft.round).pools} now={now} />
      )}
    </ConfirmSheet>
  );
}

function SendLabel({ draft, practice }: { draft: EntryDraft; practice: boolean }) {
  const { i18n } = useLingui();
  const name = i18n._(directionLabels[draft.direction].name);
  const stake = formatNumber(draft.stake);
  return practice ? (
    <Trans>
      Stake {stake} USDT on {name} (practice)
    </Trans>
  ) : (
    <Trans>
      Stake {stake} USDT on {name}
    </Trans>
  );
}

function EntryFacts({ draft, pools, now }: { draft: EntryDraft; pools: OptionRound['pools']; now: number }) {
  const { t, i18n } = useLingui();
  const { round, direction, stake } = draft;
  const { returned, fee } = payoutOfNew(pools, direction, stake);
  const percent = `${optionFeePerMille / 10}%`;
  const usdt = (amount: string, decimals?: number) => `${formatNumber(amount, { decimals })} USDT`;
  const left = clockOf(secondsUntil(round.lockAt, now));
  const name = i18n._(directionLabels[direction].name);
  return (
    <>
      <div className={css['headline']}>
        <CoinIcon symbol={round.coin} size={44} />
        <div>
          <p className={css['what']}>{name}</p>
          <p className={css['series']}>
            {round.coin} · {i18n._(cycleNames[round.cycle])} · <Trans>Round {round.period}</Trans>
          </p>
        </div>
      </div>
      <FactsCard
        items={[
          { key: t`Stake`, value: usdt(stake) },
          { key: t`Returns if right`, value: usdt(returned, stakePlaces) },
          { key: t`Fee included (${percent} of winnings)`, value: usdt(fee, feePlaces) },
          { key: t`If wrong you lose`, value: usdt(stake) },
          { key: t`Strike`, value: formatTime(round.strikeAt, 'seconds') },
          { key: t`Closes`, value: formatTime(round.settleAt, 'seconds') },
          { key: t`Entries lock in`, value: left },
        ]}
      />
      <p className={css['note']}>
        <Trans>Calculated from the current pools. It changes with each entry until the lock.</Trans>
      </p>
    </>
  );
}

const calls = ['POST contractOptionOrder-add'] as const;

/** Sends entries and reports each that was taken. @param onEntered after the exchange took it */
function useEntrySubmit(onEntered: () => void) {
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
