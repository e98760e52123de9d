import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CopyMark } from './copy-mark.tsx';
import css from './order.module.css';

interface CopyRowProps {
  label: string;
  value: ReactNode;
  /** What the mark copies; without one nothing is copied. */
  copy?: string;
  /** Further marks before the one that copies. */
  marks?: ReactNode;
}

/** One line of a payment form: a name, a value, and marks that copy it. Stands in a `dl`. */
export function CopyRow({ label, value, copy, marks }: CopyRowProps) {
  const { t } = useLingui();
  return (
    <div className={css['copyRow']}>
      <div>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
      <span className={css['marks']}>
        {marks}
        {copy !== undefined && <CopyMark text={copy} label={t`Copy: ${label}`} />}
      </span>
    </div>
  );
}
