import { classNames } from '../class-names.ts';
import css from './ScreenSkeleton.module.css';
import { Skeleton } from './Skeleton.tsx';

/** Width and height in CSS pixels; a height alone is as wide as the screen. */
type Block = number | readonly [width: number, height: number];

interface ScreenSkeletonProps {
  /** The lines of the head and the blocks below it, from top to bottom. */
  readonly blocks: readonly Block[];
  /** As far apart as the fields of a form. */
  readonly loose?: boolean;
}

/** The outline of a screen that loads; readers hear that it is busy. */
export function ScreenSkeleton({ blocks, loose = false }: ScreenSkeletonProps) {
  return (
    <div className={classNames(css['blocks'], loose && css['loose'])} aria-busy>
      {blocks.map((block, index) =>
        typeof block === 'number' ? (
          <Skeleton key={index} height={`${block}px`} />
        ) : (
          <Skeleton key={index} width={`${block[0]}px`} height={`${block[1]}px`} />
        ),
      )}
    </div>
  );
}
