import type { ReactNode } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import hero from '#app/ui/layout/Hero.module.css';
import { HeroNumber } from '#app/ui/layout/HeroNumber.tsx';
import css from './loans.module.css';

interface HeroProps {
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
    <section className={hero['hero']}>
      <h2 className={classNames(hero['label'], css['label'])}>{label}</h2>
      <HeroNumber number={number} old={old}>
        {number} {coin !== undefined && <small>{coin}</small>}
      </HeroNumber>
      {children !== undefined && <p className={classNames(hero['line'], css['line'])}>{children}</p>}
    </section>
  );
}
