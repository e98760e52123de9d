import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import css from './loans.module.css';

export interface HeroProps {
  readonly label: ReactNode;
  readonly number: string;
  /** The coin of the number. */
  readonly coin?: string;
  /** What it is made of. */
  readonly children?: ReactNode;
  /** It is not of now. */
  readonly old?: boolean;
}

/** The number that leads a screen of loans. */
export function Hero({ label, number, coin, children, old = false }: HeroProps) {
  return (
    <section className={css['hero']}>
      <h2 className={css['label']}>{label}</h2>
      <p className={classNames(css['number'], number.startsWith('1') && css['leading'], old && css['old'])}>
        {number} {coin !== undefined && <span className={css['coin']}>{coin}</span>}
      </p>
      {children !== undefined && <p className={css['line']}>{children}</p>}
    </section>
  );
}
