import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { OptionDirection, OptionRound } from '#protocol/options/entities.ts';
import { optionFeePerMille } from '#protocol/core/limits.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { Icon } from '#app/ui/icons.tsx';
import { CountdownRing } from '#app/ui/numbers/Rings.tsx';
import { LiveRegion } from '#app/ui/layout/VisuallyHidden.tsx';
import { directionLabels } from '../option-labels.ts';
import css from './pools-view.module.css';
import { directions, multipleOf, poolShares, type Pools } from '../form/maths.ts';
import { clockOf, closingSeconds, entryShare, secondsUntil, spokenSeconds } from './round-times.ts';

const ringSize = 80;

const empty: Pools = { up: '0', down: '0', flat: '0' };

interface PoolsViewProps {
  /** The round that takes entries, or the one that just locked; null for a moment between two. */
  readonly round: OptionRound | null;
  readonly locked: boolean;
  readonly now: number;
}

/** Time left to enter, and what is staked each way. */
export function PoolsView({ round, locked, now }: PoolsViewProps) {
  const pools = round?.pools ?? empty;
  const shares = poolShares(pools);
  const entries = round?.entries ?? 0;
  const fee = `${optionFeePerMille / 10}%`;
  return (
    <section className={css['pools']}>
      <div className={css['sides']}>
        <Pool pools={pools} direction="up" />
        <Countdown round={round} locked={locked} now={now} />
        <Pool pools={pools} direction="down" />
      </div>
      <div className={css['bar']} aria-hidden>
        {directions
          .filter((direction) => shares[direction] > 0)
          .map((direction) => (
            <span key={direction} data-direction={direction} style={{ flexGrow: shares[direction] }} />
          ))}
      </div>
      <p className={css['shares']}>
        <span data-direction="up">{shares.up}%</span>
        <span className={css['entries']}>
          <Plural value={entries} one="# entry" other="# entries" /> · <Trans>{fee} fee on winnings</Trans>
        </span>
        <span data-direction="down">{shares.down}%</span>
      </p>
    </section>
  );
}

function Pool({ pools, direction }: { readonly pools: Pools; readonly direction: OptionDirection }) {
  const { i18n } = useLingui();
  const label = directionLabels[direction];
  return (
    <div className={css['pool']} data-direction={direction}>
      <p className={css['name']}>
        <Icon of={label.icon} size="inline" />
        <span>{i18n._(label.pool)}</span>
      </p>
      <p className={css['sum']}>{formatNumber(pools[direction], { decimals: 0 })}</p>
      <Pays pools={pools} direction={direction} />
    </div>
  );
}

function Pays({ pools, direction }: { readonly pools: Pools; readonly direction: OptionDirection }) {
  const multiple = multipleOf(pools, direction);
  const text = multiple === null ? '–' : `${formatNumber(multiple)}×`;
  return (
    <span className={css['pays']}>
      <Trans>
        Pays <b>{text}</b>
      </Trans>
    </span>
  );
}

function Countdown({ round, locked, now }: PoolsViewProps) {
  const { t } = useLingui();
  if (round === null) {
    return (
      <CountdownRing share={0} size={ringSize}>
        <span className={css['time']}>–</span>
      </CountdownRing>
    );
  }
  const left = secondsUntil(round.lockAt, now);
  const closing = locked || left < closingSeconds;
  const spoken = spokenSeconds(left);
  return (
    <>
      <CountdownRing share={locked ? 0 : entryShare(round, now)} closing={closing} size={ringSize}>
        <span className={css['time']} role="timer" aria-live="off">
          {clockOf(left)}
        </span>
        <span className={css['under']}>
          {locked ? t({ message: 'Locked', context: 'a round' }) : closing ? t`Closing` : t`to enter`}
        </span>
      </CountdownRing>
      <LiveRegion>{spoken === null || locked ? null : t`${spoken} seconds left to enter`}</LiveRegion>
    </>
  );
}
