import type { CSSProperties } from 'react';
import { classNames } from '../class-names.ts';
import css from './Skeleton.module.css';

interface SkeletonProps {
  /** CSS lengths; the exact measures of what will stand here. */
  width?: string;
  height?: string;
  round?: boolean;
}

/** A block where something will stand. Seen after 150 ms, so that quick answers never flash. */
export function Skeleton({ width = '100%', height = '1em', round = false }: SkeletonProps) {
  const size: CSSProperties = { width, height };
  return <span className={classNames(css['block'], round && css['round'])} style={size} aria-hidden />;
}

export interface SkeletonRowProps {
  count?: number | undefined;
  height?: 64 | 60 | 56;
  /** With a round leading part. Default true. */
  leading?: boolean | undefined;
  /** With a pill at the right. */
  pill?: boolean;
}

/** As many empty rows as a `ListRow` list will have, of the same height; readers hear that the list is busy. */
export function SkeletonRow({ count = 1, height = 64, leading = true, pill = false }: SkeletonRowProps) {
  return (
    <div aria-busy className={css['rows']}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={css['row']} style={{ minHeight: height }}>
          {leading && <Skeleton width="36px" height="36px" round />}
          <span className={css['lines']}>
            <Skeleton width={index % 2 === 0 ? '88px' : '64px'} height="14px" />
            <Skeleton width="56px" height="10px" />
          </span>
          <span className={css['ends']}>
            <Skeleton width="76px" height="14px" />
            <Skeleton width="48px" height="10px" />
          </span>
          {pill && <Skeleton width="76px" height="32px" />}
        </div>
      ))}
    </div>
  );
}
