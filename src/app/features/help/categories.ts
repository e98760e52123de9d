import { useLingui } from '@lingui/react/macro';
import {
  ArrowLeftRight,
  CandlestickChart,
  CloudOff,
  Handshake,
  type LucideIcon,
  Rocket,
  Scale,
  ShieldCheck,
  Timer,
  UserRound,
} from 'lucide-react';
import type { HelpCategory } from '#protocol/content/entities.ts';

/** Categories in the order the help shows them, with their pictures. */
const pictures: Readonly<Record<HelpCategory, LucideIcon>> = {
  start: Rocket,
  account: UserRound,
  money: ArrowLeftRight,
  fiat: Handshake,
  trading: CandlestickChart,
  contracts: Scale,
  options: Timer,
  safety: ShieldCheck,
  offline: CloudOff,
};

interface Category {
  readonly id: HelpCategory;
  readonly name: string;
  readonly icon: LucideIcon;
}

/** Whether a text names a category. */
export function isCategory(text: string | null | undefined): text is HelpCategory {
  return typeof text === 'string' && Object.hasOwn(pictures, text);
}

/** The categories of the help with their names. */
export function useCategories(): readonly Category[] {
  const { t } = useLingui();
  const names: Readonly<Record<HelpCategory, string>> = {
    start: t`First steps`,
    account: t`Account`,
    money: t`Deposit and withdraw`,
    fiat: t`P2P`,
    trading: t`Trading`,
    contracts: t`Contracts`,
    options: t`Options`,
    safety: t`Safety`,
    offline: t`Offline`,
  };
  return (Object.keys(pictures) as HelpCategory[]).map((id) => ({ id, name: names[id], icon: pictures[id] }));
}
