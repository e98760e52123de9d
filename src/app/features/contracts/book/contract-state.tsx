import { Trans } from '@lingui/react/macro';
import { Moon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIsPolled, useStale } from '#app/platform/stream/stream-hooks.ts';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { useCanLeave } from '#app/features/order-entry/leaving.ts';
import { useLiveTrading } from '#app/features/order-entry/live-trading.ts';
import { useSessionOpening } from '../session.ts';
import { useContract } from '../use-contract.ts';

/** Whether something can be done now, and why not, once that is worth saying. */
export interface Possible {
  readonly possible: boolean;
  readonly reason: ReactNode;
}

/** What a user wants to do with a contract. Closing works also without a mark price. */
type Intent = 'open' | 'close' | 'protect';

/** Whether positions of a contract can be opened, closed or protected now. */
export function usePossible(contract: string, intent: Intent): Possible {
  const opening = useOpening(contract, intent);
  const closing = useClosing(contract);
  return intent === 'close' ? closing : opening;
}

/**
 * Closing leaves: it needs no live price. What is known of the contract counts while it is kept up to date, and else
 * the exchange decides.
 */
function useClosing(contract: string): Possible {
  const canLeave = useCanLeave();
  const { live } = useLiveTrading();
  const isPolled = useIsPolled();
  const state = useContract(contract, (view) => view.state);
  const opening = useSessionOpening(contract);
  if (!canLeave) {
    return { possible: false, reason: <Trans>This needs a connection. It unlocks when you are back online.</Trans> };
  }
  if (!live && !isPolled) return { possible: true, reason: undefined };
  if (opening !== null) return { possible: false, reason: <Trans>Closed. Opens {opening}.</Trans> };
  if (state === 'closed') return { possible: false, reason: <Trans>This contract is closed for now.</Trans> };
  return { possible: true, reason: undefined };
}

/** What is opened or protected needs prices that are live. */
function useOpening(contract: string, intent: Intent): Possible {
  const { live, reason } = useLiveTrading();
  const state = useContract(contract, (view) => view.state);
  const opening = useSessionOpening(contract);
  const stale = useStale(`contract:${contract}`);
  if (reason === 'offline') {
    return { possible: false, reason: <Trans>This needs live prices. It unlocks when you are back online.</Trans> };
  }
  if (reason === 'connecting' || (live && stale && state !== null)) {
    return { possible: false, reason: <Trans>This unlocks when live prices are back.</Trans> };
  }
  if (opening !== null) return { possible: false, reason: <Trans>Closed. Opens {opening}.</Trans> };
  if (state === 'closed') return { possible: false, reason: <Trans>This contract is closed for now.</Trans> };
  if (state === 'reduce-only') {
    return {
      possible: false,
      reason:
        intent === 'open' ? (
          <Trans>You can only close positions: too few price sources are live.</Trans>
        ) : (
          <Trans>This needs a mark price: too few price sources are live.</Trans>
        ),
    };
  }
  return { possible: live && state !== null, reason: undefined };
}

/** Says why a contract is not open, and what that means for positions. */
export function StateBanner({ contract }: { contract: string }) {
  const state = useContract(contract, (view) => view.state);
  const opening = useSessionOpening(contract);
  if (opening !== null) {
    return (
      <Banner icon={Moon} inset live>
        <Trans>
          Closed. Trading opens {opening}. Until then positions stay as they are and orders can be cancelled; the first
          price after the opening decides.
        </Trans>
      </Banner>
    );
  }
  if (state === 'reduce-only') {
    return (
      <Banner tone="warn" inset live>
        <Trans>
          Too few price sources are live. Until prices are back, positions can be closed but not opened, and none are
          liquidated.
        </Trans>
      </Banner>
    );
  }
  if (state !== 'closed') return null;
  return (
    <Banner tone="danger" inset live>
      <Trans>This contract is closed for now. Positions and orders stay as they are.</Trans>
    </Banner>
  );
}
