import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { OptionDirection, OptionRound } from '../../../../protocol/entities/option.ts';
import { optionFeePerMille } from '../../../../protocol/limits.ts';
import { haptic } from '../../../platform/device/haptics.ts';
import { formatNumber } from '../../../platform/format/number-format.ts';
import { useFailureText } from '../../../platform/api/refusal-text.ts';
import { formatTime } from '../../../platform/format/time-format.ts';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { CoinIcon } from '../../../ui/lists/CoinIcon.tsx';
import { KeyValue } from '../../../ui/lists/KeyValue.tsx';
import { Card } from '../../../ui/layout/Section.tsx';
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { HeldBanner, useHeldOutcome } from '../../outcomes/held-outcome.tsx';
import { useLiveTrading } from '../../trade/book/live-trading.ts';
import css from './entry-confirm.module.css';
import { enterMutation } from '../mutations.ts';
import { stakePlaces } from './option-money.ts';
import { cycleNames, directionLabels } from '../option-labels.ts';
import { payoutOfNew } from './returns.ts';
import { clockOf, secondsUntil } from '../round/round-times.ts';

/** An entry before it is confirmed. The round stays the one that was tapped, whatever opens meanwhile. */
export interface EntryDraft {
  readonly round: OptionRound;
  readonly direction: OptionDirection;
  readonly stake: string;
}

const entryCalls = ['POST contractOptionOrder-add'] as const;

export interface EntryConfirmProps {
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
  const { t, i18n } = useLingui();
  const enter = useMutation({
    ...enterMutation(useQueryClient()),
    // Told also to who left the screen, or the series, before the answer came.
    onSuccess: (entry) => {
      const [stake, name] = [formatNumber(entry.stake), i18n._(directionLabels[entry.direction].name)];
      haptic('done');
      toast.show({ type: 'success', title: t`${stake} USDT on ${name}`, key: 'option-entry' });
      onClose();
    },
  });
  const failure = useFailureText(enter.error);
  const held = useHeldOutcome(entryCalls);
  const { live } = useLiveTrading();
  // The state of a mutation is rendered later than a second tap can come.
  const sending = useRef(false);
  const close = () => {
    if (sending.current && held === null) return;
    enter.reset();
    onClose();
  };
  const name = draft === null ? '' : i18n._(directionLabels[draft.direction].name);
  const stake = draft === null ? '' : formatNumber(draft.stake);
  const send = () => {
    if (draft === null || sending.current || held !== null) return;
    sending.current = true;
    enter.mutate(
      { round: draft.round.id, direction: draft.direction, stake: draft.stake },
      {
        onSettled: () => {
          sending.current = false;
        },
      },
    );
  };
  const isLocked = draft !== null && now >= draft.round.lockAt;
  return (
    <Sheet
      open={draft !== null}
      onClose={close}
      title={<Trans>Confirm entry</Trans>}
      footer={
        draft !== null && (
          <>
            <HeldBanner held={held} />
            {failure !== null && (
              <div className={css['failure']}>
                <Banner inset tone="danger" live>
                  <b>{failure}</b> <Trans>Nothing was staked.</Trans>
                </Banner>
              </div>
            )}
            <Button
              kind={kinds[draft.direction]}
              size="l"
              busy={enter.isPending || held !== null}
              busyLabel={t`Sending…`}
              disabledReason={
                isLocked
                  ? t`Entries of this round are locked. Close this and choose again.`
                  : live
                    ? undefined
                    : t`Stakes unlock when live prices are back.`
              }
              onClick={send}
            >
              {practice ? (
                <Trans>
                  Stake {stake} USDT on {name} (practice)
                </Trans>
              ) : (
                <Trans>
                  Stake {stake} USDT on {name}
                </Trans>
              )}
            </Button>
          </>
        )
      }
    >
      {draft !== null && (
        <EntryFacts draft={draft} pools={(round?.id === draft.round.id ? round : draft.round).pools} now={now} />
      )}
    </Sheet>
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
      <Card bare>
        <KeyValue
          roomy
          items={[
            { key: t`Stake`, value: usdt(stake) },
            { key: t`Returns if right`, value: usdt(returned, stakePlaces) },
            { key: t`Fee in it (${percent} of winnings)`, value: usdt(fee, feePlaces) },
            { key: t`If wrong you lose`, value: usdt(stake) },
            { key: t`Strike`, value: formatTime(round.strikeAt, 'seconds') },
            { key: t`Closes`, value: formatTime(round.settleAt, 'seconds') },
            { key: t`Entries lock in`, value: left },
          ]}
        />
      </Card>
      <p className={css['note']}>
        <Trans>Worked out from the pools as they stand. It changes with each entry until the lock.</Trans>
      </p>
    </>
  );
}
