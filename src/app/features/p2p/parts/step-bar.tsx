import type { ReactNode } from 'react';
import { VisuallyHidden } from '#app/ui/layout/VisuallyHidden.tsx';
import css from './step-bar.module.css';

interface StepBarProps {
  /** What the steps lead to, for screen readers. */
  readonly label: string;
  readonly steps: readonly ReactNode[];
  /** The step under way, from 0; as many as there are steps when all are done. */
  readonly at: number;
  /** The words are for readers alone: the screen says below which step it is. */
  readonly plain?: boolean;
}

/** The way of an order in a line of equal parts: what is behind and under way is coloured, the present one leads. */
export function StepBar({ label, steps, at, plain = false }: StepBarProps) {
  return (
    <ol className={css['bar']} aria-label={label} data-plain={plain || undefined}>
      {steps.map((step, index) => (
        <li
          // oxlint-disable-next-line react/no-array-index-key -- steps are fixed texts in a fixed order
          key={index}
          data-state={index < at ? 'done' : index === at ? 'now' : 'ahead'}
          aria-current={index === at ? 'step' : undefined}
        >
          {plain ? <VisuallyHidden>{step}</VisuallyHidden> : step}
        </li>
      ))}
    </ol>
  );
}
