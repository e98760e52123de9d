import type { ReactNode } from 'react';
import css from './Headline.module.css';

interface HeadlineProps {
  /** The coin, or a sign that it is done. */
  leading: ReactNode;
  /** How much of what. */
  amount: ReactNode;
  /** What is or was done with it. */
  children: ReactNode;
}

/** The first line of a confirmation or a receipt. */
export function Headline({ leading, amount, children }: HeadlineProps) {
  return (
    <div className={css['headline']}>
      {leading}
      <div>
        <p className={css['amount']}>{amount}</p>
        <p className={css['action']}>{children}</p>
      </div>
    </div>
  );
}
