import { useLingui } from '@lingui/react/macro';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import { Icon } from '../icons.tsx';
import css from './Steps.module.css';

/** Behind, under way, to come, or where it ended badly. */
export type StepState = 'done' | 'now' | 'ahead' | 'failed';

export interface Step {
  readonly id: string;
  readonly label: ReactNode;
  /** A second line: a time, a count of blocks, a reason. */
  readonly detail?: ReactNode;
  readonly state: StepState;
}

/** The way something goes, one step below the other, with where it is now. */
export function Steps({ label, steps }: { label: string; steps: readonly Step[] }) {
  const { t } = useLingui();
  const said: Record<StepState, string> = {
    done: t`Done`,
    now: t`In progress`,
    ahead: t`Upcoming`,
    failed: t`Ended here`,
  };
  return (
    <ol aria-label={label}>
      {steps.map(({ id, label: name, detail, state }) => (
        <li key={id} className={css['step']} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span className={css['mark']}>
            {state === 'done' && <Icon of={Check} size="note" />}
            {state === 'failed' && <Icon of={X} size="note" />}
          </span>
          <span className={css['words']}>
            <span className={css['name']}>
              {name} <VisuallyHidden>{said[state]}</VisuallyHidden>
            </span>
            {detail !== undefined && detail !== null && <span className={css['detail']}>{detail}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
