import { useLingui } from '@lingui/react/macro';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { AllocationRing, allocationColour, allocationSliceLimit } from '#app/ui/numbers/Rings.tsx';
import { Card } from '#app/ui/layout/Section.tsx';
import { type CoinValue, allocate, type Slice } from '../valuation.ts';
import css from './charts.module.css';
import { ValueCard } from './value-card.tsx';

/** The charts of what is held: its value over time, and its shares. In a chunk of its own, loaded when unfolded. */
export default function Charts({ coins }: { coins: readonly CoinValue[] }) {
  return (
    <div className={css['charts']}>
      <ValueCard />
      <AllocationCard coins={coins} />
    </div>
  );
}

function percentText({ percent }: Slice): string {
  return `${formatNumber(percent, { decimals: 1 })}%`;
}

/** How what is held is spread over coins: a ring, and the list that carries the figures. Shares are never hidden. */
function AllocationCard({ coins }: { coins: readonly CoinValue[] }) {
  const { t } = useLingui();
  const slices = allocate(coins, allocationSliceLimit);
  const [largest] = slices;
  if (largest === undefined) return null;
  const nameOf = ({ asset }: Slice) => asset ?? t`Other`;
  return (
    <Card>
      <div className={css['card']}>
        <AllocationRing slices={slices.map(({ asset, share }) => ({ id: asset ?? 'other', share }))}>
          <span className={css['share']}>{percentText(largest)}</span>
          <span className={css['name']}>{nameOf(largest)}</span>
        </AllocationRing>
        <ul className={css['list']} aria-label={t`Allocation`}>
          {slices.map((slice, index) => (
            <li key={slice.asset ?? 'other'} className={css['row']}>
              <span className={css['dot']} style={{ background: allocationColour(index) }} />
              <span className={css['coin']}>{nameOf(slice)}</span>
              <span className={css['percent']}>{percentText(slice)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
