import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import css from './slider-row.module.css';

interface SliderRowProps {
  readonly name: string;
  /** What the value means. */
  readonly note?: string | undefined;
  /** The value as it is shown. */
  readonly shown: string;
  readonly slider: ReactNode;
  /** Where the exact value is typed. */
  readonly fields: ReactNode;
  /** What stands in the fields cannot be sent: they say why. */
  readonly isWrong: boolean;
}

/** A value with its slider. Its figure opens the field in which it is typed exactly. */
export function SliderRow({ name, note, shown, slider, fields, isWrong }: SliderRowProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) box.current?.querySelector('input')?.focus();
  }, [isOpen]);
  return (
    <div className={css['row']}>
      <div className={css['head']}>
        <span className={css['name']}>{name}</span>
        {note !== undefined && <span className={css['note']}>{note}</span>}
        <button
          type="button"
          className={css['value']}
          aria-label={t`${name}: ${shown}, enter exact value`}
          aria-expanded={isOpen || isWrong}
          onClick={() => setOpen(!isOpen)}
        >
          {shown === '' ? '–' : shown}
        </button>
      </div>
      {slider}
      {(isOpen || isWrong) && (
        <div ref={box} className={css['fields']}>
          {fields}
        </div>
      )}
    </div>
  );
}
