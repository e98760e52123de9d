import { Trans } from '@lingui/react/macro';
import { CirclePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#app/ui/icons.tsx';
import { KeyValue, type KeyValueItem } from '#app/ui/lists/KeyValue.tsx';
import css from './order-entry.module.css';
import { OwnAmount } from './own-amount.tsx';

/** Figures below the fields of an order form, updated while typing. */
export function EntryFacts({ children }: { children: ReactNode }) {
  return <dl className={css['facts']}>{children}</dl>;
}

/** One figure of the order. */
export function EntryFact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className={css['fact']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The coin of a figure. */
export function Unit({ children }: { children: ReactNode }) {
  return <span className={css['unit']}> {children}</span>;
}

interface AvailableProps {
  /** As it is shown; null while it is not known. */
  readonly amount: string | null;
  readonly unit: ReactNode;
  /** Where more of it comes from: a screen, or a sheet over this one. */
  readonly more?: { readonly label: string } & ({ readonly href: string } | { readonly onOpen: () => void });
}

/** What can be spent, and the way to more of it. */
export function AvailableFact({ amount, unit, more }: AvailableProps) {
  return (
    <EntryFact name={<Trans>Available</Trans>}>
      <OwnAmount>{amount ?? '–'}</OwnAmount>
      {unit}
      {more !== undefined &&
        ('href' in more ? (
          <a className={css['more']} href={more.href} aria-label={more.label}>
            <Icon of={CirclePlus} size="inline" />
          </a>
        ) : (
          <button
            type="button"
            className={css['more']}
            aria-label={more.label}
            aria-haspopup="dialog"
            onClick={more.onOpen}
          >
            <Icon of={CirclePlus} size="inline" />
          </button>
        ))}
    </EntryFact>
  );
}

/** The terms of an order in its confirmation. */
export function FactsCard({ items }: { items: readonly KeyValueItem[] }) {
  return (
    <div className={css['card']}>
      <KeyValue roomy items={items} />
    </div>
  );
}
