import { Trans, useLingui } from '@lingui/react/macro';
import { Store } from 'lucide-react';
import type { CallOutput } from '../../../../protocol/calls.ts';
import { compareDecimals } from '../../../../protocol/maths/decimal.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';

type Standing = CallOutput<'GET legalMgrPage'>;

/** Whether something keeps a user from publishing: no merchant, or a deposit that is short or on its way back (2049, 4010). */
export function cannotPublish({ merchant, deposit }: Pick<Standing, 'merchant' | 'deposit'>): boolean {
  return !merchant || deposit.state !== 'paid' || compareDecimals(deposit.missing, '0') > 0;
}

/** In place of the form: what is missing, and where it is mended. */
export function CannotPublish({ standing: { merchant, deposit } }: { standing: Standing }) {
  const { t } = useLingui();
  if (!merchant) {
    return (
      <EmptyState
        icon={Store}
        title={t`You are not a merchant yet`}
        text={t`A few steps, and you can publish adverts.`}
        action={
          <Button kind="primary" wide={false} href="#/pages/business/business">
            <Trans>Become a merchant</Trans>
          </Button>
        }
      />
    );
  }
  const isReturning = deposit.state !== 'paid';
  return (
    <EmptyState
      icon={Store}
      title={isReturning ? t`Your deposit is being returned` : t`Your deposit is short`}
      text={isReturning ? t`Nothing can be published meanwhile.` : t`Top it up to publish again.`}
      action={
        <Button kind="primary" wide={false} href="#/pages/business/bzj">
          <Trans>See the deposit</Trans>
        </Button>
      }
    />
  );
}
