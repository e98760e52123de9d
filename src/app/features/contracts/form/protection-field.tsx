import { priceOfTicks, ticksOfPrice } from '#protocol/core/ticks.ts';
import { moneyOf } from '#protocol/contracts/maths/contract-spec.ts';
import { type PositionStake, profitAt } from '#protocol/contracts/maths/positions.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ListedContract } from '#protocol/contracts/entities.ts';
import { Chip, ChipRow } from '#app/ui/controls/Chips.tsx';
import { NumberField } from '#app/ui/controls/NumberField.tsx';
import { minus } from '#app/platform/format/number-format.ts';
import css from '../contract-screen.module.css';
import { gainText, priceText, settling } from '../contract-labels.ts';
import { specFor } from '../book/snapshot.ts';
import { ticksAtReturn } from './maths.ts';
import { subscribeLater, useContract } from '../use-contract.ts';

export type ProtectionKind = 'takeProfit' | 'stopLoss';

/** Shares of the margin that are a tap away. */
const quick: Record<ProtectionKind, readonly number[]> = { takeProfit: [25, 50, 75], stopLoss: [-10, -25, -50] };

interface ProtectionFieldProps {
  readonly contract: ListedContract;
  readonly kind: ProtectionKind;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly error: string | undefined;
  readonly leverage: number;
  /** Whether the user entered a size: the result is shown then. */
  readonly sized: boolean;
  /** What is protected, in its current state; null while it has no size. */
  readonly stakeNow: () => ProtectedStake | null;
  /** Ticks that quick shares are counted from at the moment. */
  readonly fromNow: () => number | null;
}

/** What is protected, with the mark price that liquidates it; null when none does. */
export interface ProtectedStake extends PositionStake {
  readonly end: number | null;
}

/** A take-profit or stop-loss price, with shares of the margin that are a tap away and what it comes to. */
export function ProtectionField(props: ProtectionFieldProps) {
  const { contract, kind, value, onChange, error, leverage, sized, stakeNow, fromNow } = props;
  const { t } = useLingui();
  const spec = specFor(contract);
  const take = kind === 'takeProfit';
  const pick = (percent: number) => {
    const [stake, from] = [stakeNow(), fromNow()];
    const ticks = stake === null || from === null ? null : ticksAtReturn(stake.side, from, leverage, percent);
    if (ticks !== null) onChange(priceOfTicks(spec, ticks));
  };
  return (
    <div>
      <NumberField
        label={take ? t`Take-profit` : t`Stop-loss`}
        value={value}
        places={contract.priceDecimals}
        step={contract.tickSize}
        min={contract.tickSize}
        error={error}
        hint={<Outcome contract={contract} kind={kind} value={value} sized={sized} stakeNow={stakeNow} />}
        onChange={onChange}
        {...(props.onBlur === undefined ? {} : { onBlur: props.onBlur })}
      />
      <div className={css['quick']}>
        <ChipRow label={take ? t`Profit in percent of the margin` : t`Loss in percent of the margin`} inset>
          {quick[kind].map((percent) => {
            const shown = `${percent > 0 ? '+' : minus}${Math.abs(percent)}%`;
            return (
              <Chip
                key={percent}
                label={take ? t`Take-profit at ${shown} of the margin` : t`Stop-loss at ${shown} of the margin`}
                onClick={() => pick(percent)}
              >
                {shown}
              </Chip>
            );
          })}
        </ChipRow>
      </div>
    </div>
  );
}

/** What closing there brings before fees, or that a liquidation comes before it. */
function Outcome({
  contract,
  kind,
  value,
  sized,
  stakeNow,
}: Pick<ProtectionFieldProps, 'contract' | 'kind' | 'value' | 'sized' | 'stakeNow'>) {
  const spec = specFor(contract);
  // Re-rendered with the mark price, so that the result is live: this line alone.
  useContract(contract.id, (view) => view.mark, subscribeLater);
  const ticks = ticksOfPrice(spec, value);
  const stake = ticks === null ? null : stakeNow();
  if (ticks === null || stake === null) return <Trans>In % of the margin:</Trans>;
  const { end } = stake;
  if (kind === 'stopLoss' && end !== null && (stake.side === 'long' ? ticks <= end : ticks >= end)) {
    const at = priceText(contract, priceOfTicks(spec, end));
    return (
      <span className={css['warn']}>
        <Trans>Liquidation at {at} would come first.</Trans>
      </span>
    );
  }
  if (!sized) return <Trans>In % of the margin:</Trans>;
  const gain = gainText(moneyOf(profitAt(spec, stake, ticks)));
  return (
    <Trans>
      {gain} {settling} before fees
    </Trans>
  );
}
