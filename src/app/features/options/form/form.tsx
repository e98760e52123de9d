import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { optionStakeMaximum, optionStakeMinimum } from '#protocol/core/limits.ts';
import type { OptionDirection, OptionEntry, OptionRound } from '#protocol/options/entities.ts';
import { usePracticeMode } from '#app/platform/session/launch-config.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { Chips } from '#app/ui/controls/Chips.tsx';
import { OneLine } from '#app/ui/controls/OneLine.tsx';
import { NumberField } from '#app/ui/controls/NumberField.tsx';
import { useIdle } from '../idle.ts';
import { useEntrySteps } from '#app/features/order-entry/steps.ts';
import { TransferInPlace } from '#app/features/transfers/in-place.tsx';
import { OwnAmount } from '#app/features/order-entry/own-amount.tsx';
import { nextRoundLabels } from '../option-labels.ts';
import {
  type EntryDraft,
  mostStake,
  optionAsset,
  stakePlaces,
  stakeProblem,
  type StakeProblem,
  useOptionBalance,
} from './check.ts';
import { multipleOf, payoutOfNew } from './maths.ts';
import css from './form.module.css';
import { PanelNote, useStakeReason } from './stake-reason.tsx';
import type { CoinOfOption } from '../series-choice.ts';
import { laterSheet } from '#app/features/shell/later-part.tsx';
import { useKeptState } from '#app/platform/storage/form-drafts.ts';

/** What is wrong with a stake, with the value that is allowed. */
function stakeProblemLabel(problem: StakeProblem): MessageDescriptor {
  const least = formatNumber(optionStakeMinimum);
  const most = formatNumber(optionStakeMaximum);
  switch (problem) {
    case 'missing':
      return msg`Enter a stake.`;
    case 'below':
      return msg`At least ${least} USDT.`;
    case 'above':
      return msg`At most ${most} USDT in one round.`;
    case 'balance':
      return msg`More than your options wallet holds.`;
    case 'pool':
      return msg`The pool is full. Stake less, or wait for the next round.`;
  }
}

const EntryConfirm = laterSheet(() => import('./confirm.tsx'), 'EntryConfirm', {
  isOpen: ({ draft }) => draft !== null,
});
const RiskNotice = laterSheet(() => import('./risk-notice.tsx'), 'RiskNotice');

const most = 'max';

/** Stakes of one tap, in USDT. */
const quickAmounts = ['10', '50', '100', '250'] as const;

const firstStake = quickAmounts[0];

interface StakePanelProps {
  readonly coin: CoinOfOption;
  /** The round that takes entries. */
  readonly round: OptionRound | null;
  /** The round whose entries are locked and whose strike is due: until then nothing is taken. */
  readonly locked: OptionRound | null;
  readonly now: number;
  /** What the user has in this round already. */
  readonly own: OptionEntry | null;
}

/** The stake, what is wrong with it, and the steps that a direction begins. */
function useStake(round: OptionRound | null, balance: string | null) {
  const { i18n } = useLingui();
  const [stake, setStake] = useKeptState<string>('option', firstStake);
  // The direction that was tapped last: a full pool is reported for it alone.
  const [tried, setTried] = useState<OptionDirection | null>(null);
  const steps = useEntrySteps<EntryDraft>('options');
  const problem = stakeProblem(stake, balance, null);
  const reported = problem !== null && (tried !== null || problem !== 'missing') && balance !== '0';
  const isFull = tried !== null && round !== null && stakeProblem(stake, balance, round.pools[tried]) === 'pool';
  return {
    stake,
    setStake,
    steps,
    isMissing: problem === 'missing',
    error: reported ? i18n._(stakeProblemLabel(problem)) : isFull ? i18n._(stakeProblemLabel('pool')) : undefined,
    choose: (direction: OptionDirection) => {
      setTried(direction);
      if (round === null || stakeProblem(stake, balance, round.pools[direction]) !== null) return;
      steps.begin({ round, direction, stake });
    },
  };
}

/** The stake, and a button for each way with what it returns. */
export function StakePanel({ coin, round, locked, now, own }: StakePanelProps) {
  const { t } = useLingui();
  const idle = useIdle();
  const practice = usePracticeMode() === true;
  const balance = useOptionBalance();
  const { stake, setStake, steps, isMissing, error, choose } = useStake(round, balance);
  const reason = useStakeReason({ coin, round, locked, now, own, balance });
  const reasonId = useId();
  const held = <OwnAmount>{balance === null ? '–' : formatNumber(balance, { decimals: stakePlaces })}</OwnAmount>;
  const way = {
    pools: isMissing ? null : (round?.pools ?? null),
    stake,
    lockedBy: reason === null ? null : reasonId,
    practice,
    onChoose: choose,
  };
  return (
    <section className={css['panel']} aria-label={t`Stake`}>
      <NumberField
        label={t`Stake (${optionAsset})`}
        value={stake}
        places={stakePlaces}
        onChange={setStake}
        error={error}
        trailing={
          <span className={css['balance']}>
            <Trans>Balance {held}</Trans>
          </span>
        }
      />
      <QuickAmounts stake={stake} maximum={mostStake(balance)} onChange={setStake} />
      <div className={css['ways']}>
        <DirectionButton {...way} direction="up" kind="buy" />
        <DirectionButton {...way} direction="down" kind="sell" />
        <div className={css['flat']}>
          <DirectionButton {...way} direction="flat" kind="second" />
        </div>
      </div>
      <PanelNote id={reasonId} reason={reason} />
      <TransferInPlace />
      <Suspense>
        {idle && (
          <>
            <RiskNotice open={steps.step === 'risk'} onClose={steps.close} onAccept={steps.accept} />
            <EntryConfirm
              draft={steps.step === 'confirm' ? steps.asked : null}
              round={round}
              now={now}
              practice={practice}
              onClose={steps.close}
            />
          </>
        )}
      </Suspense>
    </section>
  );
}

interface DirectionButtonProps {
  readonly direction: OptionDirection;
  readonly kind: 'buy' | 'sell' | 'second';
  /** Of the round; null while nothing can be worked out. */
  readonly pools: OptionRound['pools'] | null;
  readonly stake: string;
  /** Id of the text that says why nothing can be staked now; null when it can. */
  readonly lockedBy: string | null;
  readonly practice: boolean;
  readonly onChoose: (direction: OptionDirection) => void;
}

/** Stakes on a direction, and says what that returns as the pools stand. */
function DirectionButton({ direction, kind, pools, stake, lockedBy, practice, onChoose }: DirectionButtonProps) {
  const { t, i18n } = useLingui();
  const returned = pools === null ? null : payoutOfNew(pools, direction, stake).returned;
  const shown = returned === null ? '–' : formatNumber(returned, { decimals: stakePlaces });
  const multiple = pools === null ? null : multipleOf(pools, direction);
  const pool = formatNumber(pools?.[direction] ?? '0', { decimals: 0 });
  const pays = multiple === null ? '–' : `${formatNumber(multiple)}×`;
  const returns = practice ? t`Returns ${shown} (practice)` : t`Returns ${shown}`;
  const flat = practice ? t`Pool ${pool} · pays ${pays} (practice)` : t`Pool ${pool} · pays ${pays}`;
  return (
    <Button
      kind={kind}
      size="l"
      disabled={lockedBy !== null}
      describedBy={lockedBy ?? undefined}
      detail={<OneLine>{direction === 'flat' ? flat : returns}</OneLine>}
      onClick={() => onChoose(direction)}
    >
      <OneLine>{i18n._(nextRoundLabels[direction])}</OneLine>
    </Button>
  );
}

interface QuickAmountsProps {
  readonly stake: string;
  readonly maximum: string;
  readonly onChange: (stake: string) => void;
}

/** Amounts of one tap, and all that may be staked. */
function QuickAmounts({ stake, maximum, onChange }: QuickAmountsProps) {
  const { t } = useLingui();
  return (
    <div className={css['quick']}>
      <Chips
        label={t`Quick amounts`}
        even
        inset
        items={[
          ...quickAmounts.map((id) => ({ id: id as string, label: id as ReactNode })),
          { id: most, label: t`Max` },
        ]}
        value={quickAmounts.find((each) => each === stake) ?? (stake === maximum && stake !== '0' ? most : null)}
        onChange={(next) => onChange(next === most ? maximum : next)}
      />
    </div>
  );
}
