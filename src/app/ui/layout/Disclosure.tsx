import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import css from './Disclosure.module.css';

interface DisclosureProps {
  title: ReactNode;
  children: ReactNode;
  /** Opens and closes by itself unless this is given. */
  open?: boolean;
  onToggle?: (open: boolean) => void;
  /** Only one of those with the same name is open at a time. */
  name?: string;
}

/** A line that opens to more: frequent questions, the finer facts of a fee. */
export function Disclosure({ title, children, open, onToggle, name }: DisclosureProps) {
  return (
    <details
      className={css['details']}
      open={open}
      name={name}
      onToggle={(event) => {
        if (event.currentTarget.open !== open) onToggle?.(event.currentTarget.open);
      }}
    >
      <summary className={css['summary']}>
        <span className={css['title']}>{title}</span>
        <Icon of={ChevronDown} size="row" className={css['arrow']} />
      </summary>
      <div className={css['body']}>{children}</div>
    </details>
  );
}
