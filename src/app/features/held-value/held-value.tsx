import { Trans } from '@lingui/react/macro';
import type { HeldValue } from '#protocol/wallets/entities/wallet.ts';
import { formatNumber } from '#app/platform/format/number-format.ts';
import { formatTime } from '#app/platform/format/time-format.ts';
import { useHeldValue, useServerNow } from '#app/platform/stream/stream-hooks.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';

const stepMs = 10_000;

/** What of the account's value has to stay, until when and why; nothing while all of it can leave. */
export function HeldValueNote({ held }: { readonly held: HeldValue | null }) {
  const now = useServerNow(stepMs);
  // An answer that was kept from a release before has none.
  if (held == null || held.until <= now) return null;
  return (
    <Banner inset>
      <Trans>
        You bought coins from other people. Coins worth <b>{formatNumber(held.value)} USDT</b> stay in your account
        until <b>{formatTime(held.until, 'dayTime')}</b>. The rest can leave.
      </Trans>
    </Banner>
  );
}

/** The same of the account as the stream shows it. */
export function OwnHeldValue() {
  return <HeldValueNote held={useHeldValue()} />;
}
