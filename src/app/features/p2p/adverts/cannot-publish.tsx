import { Trans, useLingui } from '@lingui/react/macro';
import { CreditCard, ShieldAlert, Store } from 'lucide-react';
import type { CallOutput } from '#protocol/calls.ts';
import { compareDecimals } from '#protocol/core/decimal.ts';
import { type MissingStanding, missingStanding } from '#protocol/p2p/merchant-standing.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';

type Standing = Pick<
  CallOutput<'GET legalMgrPage'>,
  'verified' | 'nickname' | 'methods' | 'merchant' | 'suspended' | 'deposit'
>;

function missingOf({ verified, nickname, methods, merchant, suspended, deposit }: Standing): MissingStanding | null {
  const isShort = compareDecimals(deposit.missing, '0') > 0;
  const held = deposit.state === 'refund-review' ? 'returning' : !merchant ? 'none' : isShort ? 'short' : 'whole';
  // Whoever reads this is logged in: the account is not disabled.
  return missingStanding({
    disabled: false,
    suspended,
    verified,
    nickname,
    methodCount: methods.length,
    deposit: held,
  });
}

/** Whether something keeps a user from publishing; the exchange asks the same of every advert. */
export function cannotPublish(standing: Standing): boolean {
  return missingOf(standing) !== null;
}

/** In place of the form: what is missing, and where it is mended. */
export function CannotPublish({ standing }: { standing: Standing }) {
  const { t } = useLingui();
  if (!standing.merchant) {
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
  const missing = missingOf(standing);
  if (missing === 'suspended') return <Suspended />;
  if (missing === 'collection-method') {
    return (
      <EmptyState
        icon={CreditCard}
        title={t`No collection method yet`}
        text={t`Add a collection method first.`}
        action={
          <Button kind="primary" wide={false} href="#/pages/mine/collect_money">
            <Trans>Add a method</Trans>
          </Button>
        }
      />
    );
  }
  const isReturning = missing === 'deposit-kept' || missing === 'deposit';
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

/** The reason is in a notice; customer service is the way back. */
function Suspended() {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={ShieldAlert}
      title={t`Your merchant account is suspended`}
      text={t`Your adverts are paused and none can be published. Contact customer service.`}
      action={
        <Button kind="primary" wide={false} href="#/pages/workOrder/index?new=1">
          <Trans>Contact customer service</Trans>
        </Button>
      }
    />
  );
}
