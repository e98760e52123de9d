import { Trans, useLingui } from '@lingui/react/macro';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OptionEntry, OptionRound } from '#protocol/options/entities.ts';
import { optionLockMs } from '#protocol/core/limits.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { TextLink } from '#app/ui/layout/Section.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { openTransferTo } from '#app/features/transfers/in-place.tsx';
import { useLiveTrading } from '#app/features/order-entry/live-trading.ts';
import { OwnAmount } from '#app/features/order-entry/own-amount.tsx';
import { directionLabels } from '../option-labels.ts';
import { clockOf, roundNumber, secondsUntil } from '../round/round-times.ts';
import css from './form.module.css';
import type { CoinOfOption } from '../series-choice.ts';

interface ReasonOf {
  readonly coin: CoinOfOption;
  readonly round: OptionRound | null;
  readonly locked: OptionRound | null;
  readonly now: number;
  readonly own: OptionEntry | null;
  readonly balance: string | null;
}

/** Why nothing can be staked now; null when it can. */
export function useStakeReason({ coin, round, locked, now, own, balance }: ReasonOf): ReactNode {
  const { i18n } = useLingui();
  const { live, reason } = useLiveTrading();
  if (reason === 'offline') return <Trans>No connection. Stakes unlock when you are back online.</Trans>;
  if (reason === 'connecting' || !live) return <Trans>Stakes unlock when live prices are back.</Trans>;
  if (!coin.open) return <Trans>The index is not live. Stakes unlock when it is.</Trans>;
  if (own !== null) {
    const name = i18n._(directionLabels[own.direction].name);
    const amount = <OwnAmount>{formatNumber(own.stake)}</OwnAmount>;
    return (
      <Trans>
        You are in the next round: {name}, {amount} USDT. One entry per round.
      </Trans>
    );
  }
  if (locked !== null) {
    const left = clockOf(secondsUntil(locked.strikeAt, now));
    const number = round === null ? null : roundNumber(round);
    return number === null ? (
      <Trans>The next round opens in {left}</Trans>
    ) : (
      <Trans>
        Round {number} opens in {left}
      </Trans>
    );
  }
  if (round === null) return <Trans>The next round is being opened.</Trans>;
  if (balance === '0') {
    return (
      <>
        <Trans>The options wallet is empty.</Trans>{' '}
        <TextLink onClick={() => openTransferTo('option')}>
          <Trans>Transfer USDT to it</Trans>
        </TextLink>
      </>
    );
  }
  return null;
}

/** What can be lost, or why nothing can be staked now. */
export function PanelNote({ id, reason }: { id: string; reason: ReactNode }) {
  const seconds = optionLockMs / 1_000;
  return (
    <div id={id} className={css['under']} data-reason={reason !== null || undefined}>
      {reason === null ? (
        <p>
          <Trans>
            Based on the current pools. Entries lock {seconds} s before the strike. You can lose the full stake.
          </Trans>
        </p>
      ) : (
        <>
          <Icon of={Lock} size="note" />
          <p>{reason}</p>
        </>
      )}
    </div>
  );
}
