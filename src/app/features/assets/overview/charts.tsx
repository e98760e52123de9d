import type { CoinValue } from '../valuation.ts';
import { AllocationCard } from './allocation-card.tsx';
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
