import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { moveInGroup, radioProps } from './roving.ts';
import css from './Segmented.module.css';
import { useStillPress } from './still-press.ts';

export interface SegmentItem<Id extends string = string> {
  id: Id;
  label: ReactNode;
}

export interface SegmentedProps<Id extends string> {
  /** What is chosen here, for readers. */
  label: string;
  items: readonly SegmentItem<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** `side`: the first is the buying side, the last the selling side, and the chosen one carries its colour. */
  kind?: 'plain' | 'side';
}

/** Two to five choices side by side, exactly one of them chosen. */
export function Segmented<Id extends string>({ label, items, value, onChange, kind = 'plain' }: SegmentedProps<Id>) {
  const press = useStillPress();
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- focus roves among the segments
    <div
      className={classNames(css['box'], kind === 'side' && css['side'])}
      role="radiogroup"
      aria-label={label}
      onKeyDown={moveInGroup}
      {...press}
    >
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          {...radioProps(item.id === value, item.id === value)}
          className={css['segment']}
          onClick={() => onChange(item.id)}
        >
          {item.label}
        </button>
      ))}
    </div>
  );
}
