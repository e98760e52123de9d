import { ChevronRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import css from './ChoiceCard.module.css';

interface ChoiceCardProps {
  /** What is chosen here: "Coin". */
  label: string;
  /** The choice. */
  value: ReactNode;
  /** More about it, quieter, behind it. */
  detail?: ReactNode;
  /** 36 px: a coin. */
  leading?: ReactNode;
  /** In place of `leading`, where the choice has no picture of its own. */
  icon?: LucideIcon;
  /** Where another choice is made; without it `onClick` opens a sheet, and without both nothing else can be chosen. */
  href?: string;
  onClick?: () => void;
}

/** What a form is about, in a large card that leads to another choice. */
export function ChoiceCard({ label, value, detail, leading, icon, href, onClick }: ChoiceCardProps) {
  const content = (
    <>
      {leading}
      {icon !== undefined && (
        <span className={css['tile']}>
          <Icon of={icon} size="row" />
        </span>
      )}
      <span className={css['words']}>
        <span className={css['label']}>{label} </span>
        <span className={css['value']}>
          {value} {detail !== undefined && <small>{detail}</small>}
        </span>
      </span>
      {(href !== undefined || onClick !== undefined) && <Icon of={ChevronRight} size="row" className={css['arrow']} />}
    </>
  );
  if (href !== undefined) {
    return (
      <a className={css['card']} href={href}>
        {content}
      </a>
    );
  }
  if (onClick !== undefined) {
    return (
      <button type="button" className={css['card']} aria-haspopup="dialog" onClick={onClick}>
        {content}
      </button>
    );
  }
  return <div className={css['card']}>{content}</div>;
}
