import { Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { formatTime } from '#app/platform/format/time-format.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { HeldValueNote } from '../held-value/held-value.tsx';
import type { WithdrawTerms } from './form/check.ts';

/** What keeps money from leaving, with its time or its withdrawal. */
export function WithdrawBanners({ terms, now }: { terms: WithdrawTerms; now: number }) {
  const navigate = useNavigate();
  const { withdrawalHoldUntil: until, withdrawalHoldReason, held, hasTransactionPassword, addressWait } = terms;
  const isHeld = until !== null && until > now;
  return (
    <>
      {isHeld && withdrawalHoldReason === 'new-device' && (
        <Banner tone="warn" inset>
          <Trans>
            This device is new to your account. Nothing can leave from it until <b>{formatTime(until, 'dayTime')}</b>.
          </Trans>
        </Banner>
      )}
      {isHeld && withdrawalHoldReason !== 'new-device' && (
        <Banner tone="warn" inset>
          <Trans>
            A password or security setting was changed. Nothing can leave this account until{' '}
            <b>{formatTime(until, 'dayTime')}</b>.
          </Trans>
        </Banner>
      )}
      <HeldValueNote held={held} />
      {!hasTransactionPassword && (
        <Banner
          tone="warn"
          inset
          action={{
            label: <Trans>Set it</Trans>,
            onAction: () => void navigate({ href: '/pages/mine/resetLegalPwd' }),
          }}
        >
          <Trans>Withdrawals require a 6-digit transaction password.</Trans>
        </Banner>
      )}
      {addressWait && (
        <Banner inset>
          <Trans>
            The 24-hour wait is on: money can only go to addresses in your book, 24 hours after they were added.
          </Trans>
        </Banner>
      )}
    </>
  );
}
