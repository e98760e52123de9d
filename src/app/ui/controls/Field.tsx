import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import css from './Field.module.css';

interface FieldFrameProps {
  /** Id of the control inside. */
  id: string;
  label: string;
  /** The label is for readers alone, as in a search field. */
  hideLabel?: boolean;
  error?: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
  /** Before the label and the value: an icon, minus. */
  leading?: ReactNode;
  trailing?: ReactNode;
  /** What trails goes below where it leaves no room for the label. */
  wraps?: boolean;
  /** Label and value in the middle, with steppers at the sides. */
  centred?: boolean;
  children: ReactNode;
}

/** What every field takes. */
export interface CommonFieldProps {
  label: string;
  hideLabel?: boolean;
  error?: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

/** What a control says about itself: its error, or else its hint. */
export function describedBy(id: string, error: ReactNode, hint: ReactNode): string | undefined {
  if (error !== undefined && error !== null && error !== '') return `${id}-error`;
  return hint === undefined || hint === null ? undefined : `${id}-hint`;
}

/** The same as attributes of the control: whether it is wrong, and where that or its hint is said. */
export function fieldAria(id: string, error: ReactNode, hint: ReactNode) {
  return {
    'aria-invalid': describedBy(id, error, undefined) === undefined ? undefined : true,
    'aria-describedby': describedBy(id, error, hint),
  } as const;
}

/** What `FieldFrame` is drawn with of the props that every field has. */
export function frameOf(id: string, props: CommonFieldProps) {
  const { label, hideLabel = false, error, hint, disabled = false } = props;
  return { id, label, hideLabel, error, hint, disabled };
}

/** The line below a field, for its error or else its hint. @param id as of `describedBy` */
export function FieldLine({ id, error, hint }: { id: string | undefined; error: ReactNode; hint: ReactNode }) {
  if (id === undefined) return null;
  const wrong = id.endsWith('-error');
  return (
    <p id={id} className={wrong ? css['error'] : css['hint']}>
      {wrong ? error : hint}
    </p>
  );
}

/** The 52 px box of every field: label inside above the value, one line below for the error or the hint. */
export function FieldFrame(props: FieldFrameProps) {
  const { id, label, hideLabel = false, error, hint, disabled = false, leading, trailing, centred = false } = props;
  const line = describedBy(id, error, hint);
  const wrong = line?.endsWith('-error') === true;
  return (
    <div className={css['field']}>
      <div
        className={classNames(
          css['box'],
          centred && css['centred'],
          props.wraps === true && css['wraps'],
          wrong && css['wrong'],
          disabled && css['disabled'],
        )}
      >
        {leading}
        <div className={css['middle']}>
          <label htmlFor={id} className={hideLabel ? css['unseen'] : css['label']}>
            {label}
          </label>
          {props.children}
        </div>
        {trailing}
      </div>
      <FieldLine id={line} error={error} hint={hint} />
    </div>
  );
}

/** Class of the control inside of a `FieldFrame`. */
export const fieldControlClass = css['control'] ?? '';
