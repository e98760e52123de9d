import { Trans } from '@lingui/react/macro';
import { EyeOff } from 'lucide-react';
import { Icon } from '#app/ui/icons.tsx';
import css from './methods.module.css';

/** Who is ever shown an account. */
export function WhoSees() {
  return (
    <p className={css['sees']}>
      <Icon of={EyeOff} size="inline" />
      <Trans>Only the buyer of an order sees these.</Trans>
    </p>
  );
}
