import { Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import css from './RiskLine.module.css';

/** What can happen to the money, said once beside the action. @param quiet said before: a reminder */
export function RiskLine({ children, quiet = false }: { children: ReactNode; quiet?: boolean }) {
  return (
    <p className={css['risk']} data-quiet={quiet || undefined}>
      <Icon of={quiet ? Info : TriangleAlert} size="inline" />
      <span>{children}</span>
    </p>
  );
}
