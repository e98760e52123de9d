import { useEffect } from 'react';
import type { MoneyCall } from '#protocol/calls.ts';
import { loadCatalog } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { type Outcome, outcomes } from '#app/platform/pending-outcomes/open-outcomes.ts';

async function leave(key: string): Promise<void> {
  const { leaveOutcome } = await import('#app/platform/pending-outcomes/endings.ts');
  leaveOutcome(key);
}

/** Fetches what `HeldBanner` shows, with its words. */
export async function loadHeldView() {
  const [view] = await Promise.all([import('./held-view.tsx'), loadCatalog('outcomes')]);
  return view;
}

/**
 * What a form sent and whose outcome is unknown, also from before a reload; null when there is nothing. While
 * it is there the form offers nothing new, until the user has said that another one is wanted. A form that is left lets
 * go of it: what becomes of it is then shown by itself.
 *
 * @param ofThis which outcomes are this form's, beside the calls it makes; constant
 */
export function useHeldOutcome(
  calls: readonly MoneyCall[],
  ofThis: (outcome: Outcome) => boolean = () => true,
): Outcome | null {
  const list = useObservable(outcomes);
  const held =
    list.findLast((one) => calls.includes(one.call) && one.state === 'unknown' && !one.left && ofThis(one)) ?? null;
  const key = held?.key;
  // It is needed when the network is gone.
  useEffect(() => void loadHeldView().catch(() => undefined), []);
  useEffect(() => (key === undefined ? undefined : () => void leave(key)), [key]);
  return held;
}
