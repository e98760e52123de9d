import type { CSSProperties, ReactNode } from 'react';
import css from './Hero.module.css';

interface HeroNumberProps {
  /** As text: its first digit decides where it begins, and its length how large it can be. */
  number: string;
  /** The number as it is shown, and in `small` what follows it. */
  children: ReactNode;
  /** It is not of now. */
  old?: boolean;
  danger?: boolean;
}

/** The number that leads a screen; `Hero.module.css` has what stands above and below it. */
export function HeroNumber({ number, children, old = false, danger = false }: HeroNumberProps) {
  const style: CSSProperties & Record<'--digits', number> = { '--digits': number.length };
  return (
    <p
      className={css['number']}
      style={style}
      data-old={old || undefined}
      data-danger={danger || undefined}
      data-stem={number.startsWith('1') || undefined}
    >
      {children}
    </p>
  );
}
