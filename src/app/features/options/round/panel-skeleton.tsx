import { Skeleton } from '#app/ui/layout/Skeleton.tsx';
import css from './round-panel.module.css';

/** The panel before its rounds are known, at its own measures. */
export function PanelSkeleton() {
  return (
    <div className={css['waiting']} aria-busy>
      <Skeleton height="20px" width="60%" />
      <Skeleton height="180px" />
      <Skeleton height="112px" />
      <Skeleton height="52px" />
      <Skeleton height="44px" />
      <Skeleton height="52px" />
    </div>
  );
}
