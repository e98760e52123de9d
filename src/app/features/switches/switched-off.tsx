import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { CirclePause, Globe, type LucideIcon } from 'lucide-react';
import type { Product, SwitchedOffReason } from '#protocol/core/products.ts';
import { useSwitchedOff } from '#app/platform/session/switched-off.ts';
import { Button } from '#app/ui/controls/Button.tsx';
import { EmptyState } from '#app/ui/layout/EmptyState.tsx';

const reasons: Readonly<Record<SwitchedOffReason, { readonly icon: LucideIcon; readonly title: MessageDescriptor }>> = {
  everyone: { icon: CirclePause, title: msg`Not available right now` },
  country: { icon: Globe, title: msg`Not available in your country` },
  'unknown-country': { icon: Globe, title: msg`We don’t know your country yet` },
};

/** What cannot be opened, and what still works. */
const texts: Readonly<Record<Product, MessageDescriptor>> = {
  spot: msg`New spot orders and conversions are switched off. You can still cancel open orders, transfer and withdraw.`,
  contracts: msg`New contract positions are switched off. You can still close positions, cancel orders, transfer and withdraw.`,
  gold: msg`New gold positions are switched off. You can still close positions, cancel orders, transfer and withdraw.`,
  options: msg`New predictions are switched off. Rounds you are in settle as usual, and you can still transfer and withdraw.`,
  p2p: msg`New P2P orders and adverts are switched off. Open orders go on to their end, and you can still transfer and withdraw.`,
  'fixed-terms': msg`New fixed terms are switched off. Those you hold run to their end, and you can still leave early.`,
  launchpad: msg`New subscriptions are switched off. Those you are in are settled as announced.`,
  mining: msg`New miners are switched off. Your miners keep running, and you can still refuel and collect.`,
  loans: msg`New loans are switched off. You can still add collateral and repay.`,
  'check-in': msg`Check-in rewards are switched off. What you received stays yours.`,
  referrals: msg`Rebates are switched off for new fees. What was credited stays yours, and you can still move it.`,
  robots: msg`New robots are switched off. Yours go on trading, and you can still pause, change and redeem them.`,
};

/** A product that is off in some countries is off for those whose country nothing tells. */
const unknownText = msg`This isn’t offered in every country. Verify your identity to use it where it is. You can still close, cancel and withdraw what you have.`;

/** In the place of a form: why its product is off for this user, what still works, and what would switch it on. */
export function SwitchedOff({ feature }: { feature: Product }) {
  const { i18n } = useLingui();
  const reason = useSwitchedOff(feature);
  if (reason === null) {
    // Stopped by an operator, or not offered by this exchange.
    return (
      <EmptyState
        icon={CirclePause}
        title={<Trans>Paused for now</Trans>}
        text={<Trans>Nothing new can be opened here for the moment. Your balances stay as they are.</Trans>}
      />
    );
  }
  const { icon, title } = reasons[reason];
  return (
    <EmptyState
      icon={icon}
      title={i18n._(title)}
      text={i18n._(reason === 'unknown-country' ? unknownText : texts[feature])}
      {...(reason === 'unknown-country' ? { action: <TellCountry /> } : {})}
    />
  );
}

/** A verified document says where somebody is at home. */
function TellCountry() {
  return (
    <Button wide={false} href="#/pages/mine/authentication">
      <Trans>Verify identity</Trans>
    </Button>
  );
}
