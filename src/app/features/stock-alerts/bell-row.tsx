import type { ReactNode } from 'react';
import css from './bell-row.module.css';
import { StockBell, type StockBellProps } from './stock-bell.tsx';

interface BellRowProps {
  /** The row of the product. */
  readonly children: ReactNode;
  /** What its bell is for; null while the product is not sold out. */
  readonly bell: StockBellProps | null;
}

/** A product in a list, with a bell beside it where it is sold out. */
export function BellRow({ children, bell }: BellRowProps) {
  return (
    <li className={css['row']}>
      {children}
      {bell !== null && <StockBell {...bell} />}
    </li>
  );
}
