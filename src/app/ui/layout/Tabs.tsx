import type { ReactNode } from 'react';
import { Badge } from '../lists/Badge.tsx';
import { moveInGroup, useInSight } from '../controls/roving.ts';
import css from './Tabs.module.css';

interface TabItem<Id extends string = string> {
  id: Id;
  label: ReactNode;
  /** How many are in it. */
  count?: number | undefined;
}

interface TabsProps<Id extends string> {
  /** What the tabs choose, for readers. */
  label: string;
  items: readonly TabItem<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** Ties the tabs to their `TabPanel`: the same text at both. */
  group: string;
  /** Without the hairline below, where a band follows. */
  plain?: boolean;
  /** At the right, beside the tabs: an icon button. */
  action?: ReactNode;
}

/** A row of tabs over one panel; a sideways row where they do not fit. Arrow keys move and choose. */
export function Tabs<Id extends string>(props: TabsProps<Id>) {
  const { label, items, value, onChange, group, plain = false, action } = props;
  const chosen = useInSight(value);
  const row = (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- focus roves among the tabs
    <div
      className={css['tabs']}
      role="tablist"
      aria-label={label}
      data-plain={plain || undefined}
      onKeyDown={moveInGroup}
    >
      {items.map((item) => {
        const here = item.id === value;
        return (
          <button
            key={item.id}
            ref={here ? chosen : undefined}
            type="button"
            role="tab"
            id={`${group}-tab-${item.id}`}
            aria-selected={here}
            aria-controls={here ? `${group}-panel` : undefined}
            tabIndex={here ? 0 : -1}
            data-member=""
            className={css['tab']}
            onClick={() => onChange(item.id)}
          >
            <span className={css['label']}>
              {item.label}
              {item.count !== undefined && item.count > 0 && <Badge>{item.count}</Badge>}
            </span>
          </button>
        );
      })}
    </div>
  );
  if (action === undefined) return row;
  return (
    <div className={css['beside']}>
      {row}
      {action}
    </div>
  );
}

/** What the chosen tab shows. */
export function TabPanel({ group, value, children }: { group: string; value: string; children: ReactNode }) {
  return (
    <div className={css['panel']} role="tabpanel" id={`${group}-panel`} aria-labelledby={`${group}-tab-${value}`}>
      {children}
    </div>
  );
}
