import { Trans } from '@lingui/react/macro';
import { BadgeCheck } from 'lucide-react';
import { Icon } from '#app/ui/icons.tsx';
import css from './order.module.css';

/** A name as the bank writes it. */
export function bankName(name: string): string {
  return name.toUpperCase();
}

/** The name of somebody whose document was checked. */
export function VerifiedName({ name }: { name: string }) {
  return (
    <>
      {bankName(name)}
      <span className={css['verified']}>
        <Icon of={BadgeCheck} size="inline" />
        <Trans>verified name</Trans>
      </span>
    </>
  );
}
