import { Trans } from '@lingui/react/macro';
import { FlaskConical } from 'lucide-react';
import { usePracticeMode } from '../../../../platform/session/launch-config.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { Banner } from '../../../../ui/layout/Banner.tsx';
import css from '../order.module.css';

/** In practice: that nobody is paid. With real money: what the payment may say. */
export function PaymentNote() {
  const practice = usePracticeMode();
  if (practice === null) return null;
  if (!practice) {
    return (
      <div className={css['block']}>
        <Banner tone="warn" inset>
          <Trans>Write only the reference. Do not write the name of a coin or of Dunlin in the payment.</Trans>
        </Banner>
      </div>
    );
  }
  return (
    <p className={css['note']}>
      <Icon of={FlaskConical} />
      <span>
        <Trans>No real money is traded here. Pay nobody: tap “I have paid” and the seller answers.</Trans>
      </span>
    </p>
  );
}
