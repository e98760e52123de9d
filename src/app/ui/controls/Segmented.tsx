import { classNames } from '../class-names.ts';
import { type RadioChoice, RadioGroup } from '../forms/RadioGroup.tsx';
import css from './Segmented.module.css';

interface SegmentedProps<Id extends string> extends RadioChoice<Id> {
  /** `side`: the first is the buying side, the last the selling side, and the chosen one carries its colour. */
  kind?: 'plain' | 'side';
}

/** Two to five choices side by side, exactly one of them chosen. */
export function Segmented<Id extends string>({ kind = 'plain', ...choice }: SegmentedProps<Id>) {
  return (
    <RadioGroup
      {...choice}
      className={classNames(css['box'], kind === 'side' && css['side'])}
      itemClass={css['segment']}
    />
  );
}
