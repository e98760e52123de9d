import type { ReactNode } from 'react';
import css from './KeyValue.module.css';

export interface KeyValueItem {
  key: ReactNode;
  value: ReactNode;
  /** Stable name of the row, where `key` is no text. */
  id?: string;
}

/** Facts, name at left and value at right. `roomy` is for sheets and cards, the close one for forms. */
export function KeyValue({ items, roomy = false }: { items: readonly KeyValueItem[]; roomy?: boolean }) {
  return (
    <dl className={css['list']} data-roomy={roomy || undefined}>
      {items.map((item, index) => (
        <div key={item.id ?? (typeof item.key === 'string' ? item.key : index)} className={css['row']}>
          <dt>{item.key}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
