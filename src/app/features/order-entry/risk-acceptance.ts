import { useEffect } from 'react';
import type { RiskArea } from '#protocol/accounts/entities/binding.ts';
import { acceptRisk, hasAcceptedRisk } from '#app/platform/session/risk-acceptance.ts';
import { session } from '#app/platform/session/session.ts';
import { useAcceptedRisks } from '#app/platform/stream/stream-hooks.ts';

/** Whether the account accepted the risk warning of an area, and how it accepts it. */
interface RiskAcceptance {
  readonly isAccepted: () => boolean;
  readonly accept: () => void;
}

/**
 * The exchange keeps what an account accepted, so that a warning is shown once on all its devices. The device keeps a
 * copy, which answers before the exchange has and without a network; one that the exchange does not have is sent to it:
 * the network was away then, or it was accepted before the exchange kept it.
 *
 * @param area null for what has no warning
 */
export function useRiskAcceptance(area: RiskArea | null): RiskAcceptance {
  const risks = useAcceptedRisks();
  const isKept = area === null || (risks?.includes(area) ?? false);
  const isKnown = risks !== null;
  useEffect(() => {
    const account = session.get()?.account;
    if (area === null || account === undefined || !isKnown) return;
    if (isKept) acceptRisk(area, account);
    else if (hasAcceptedRisk(area, account)) void send(area);
  }, [area, isKnown, isKept]);
  const account = () => session.get()?.account ?? '';
  return {
    isAccepted: () => area === null || isKept || hasAcceptedRisk(area, account()),
    accept() {
      if (area === null) return;
      acceptRisk(area, account());
      void send(area);
    },
  };
}

/** Without room to wait, or without the code that sends, the copy on the device is sent with the next visit. */
async function send(area: RiskArea): Promise<void> {
  try {
    // Accepted once in the life of an account: not among the code of every form.
    const { enqueue } = await import('#app/platform/offline/outbox.ts');
    await enqueue('risk-accepted', { area });
  } catch {
    // The next visit finds it on the device, and not at the exchange.
  }
}
