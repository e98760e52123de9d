import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  CalendarCheck,
  CalendarClock,
  BookOpen,
  Bot,
  CircleHelp,
  Gem,
  GraduationCap,
  Handshake,
  Landmark,
  Newspaper,
  RefreshCw,
  Layers2,
  Pickaxe,
  Send,
  Sprout,
  Timer,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { useId } from 'react';
import { useFeature } from '#app/platform/session/launch-config.ts';
import { Icon } from '#app/ui/icons.tsx';
import css from './entries.module.css';

interface Entry {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly href: string;
}

/**
 * The product in three groups: trade, money, learn. What is switched off leaves its tile out and the group closes up; a
 * group without tiles leaves too.
 */
export function Entries() {
  const { t } = useLingui();
  const spot = useFeature('spot');
  const contracts = useFeature('contracts');
  const options = useFeature('options');
  const p2p = useFeature('p2p');
  const gold = useFeature('gold');
  const launchpad = useFeature('launchpad');
  const loans = useFeature('loans');
  const deposits = useFeature('deposits');
  const withdrawals = useFeature('withdrawals');
  const mining = useFeature('mining');
  const robots = useFeature('robots');
  const fixedTerms = useFeature('fixed-terms');
  const checkIn = useFeature('check-in');
  const referrals = useFeature('referrals');
  const trade = [
    spot && { label: t`Spot`, icon: ArrowLeftRight, href: '#/pages/trade/trade' },
    contracts && { label: t`Contracts`, icon: Layers2, href: '#/pages/lever/lever' },
    options && { label: t`Options`, icon: Timer, href: '#/pages/Option/Option' },
    p2p && { label: t`P2P`, icon: Handshake, href: '#/pages/otc/otc' },
    gold && { label: t`Gold`, icon: Gem, href: '#/pages/lever/lever?contract=XAUPERP' },
    robots && { label: t`Robots`, icon: Bot, href: '#/pages/AI_quantification/AI_quantification' },
  ];
  const money = [
    deposits && { label: t`Deposit`, icon: ArrowDownToLine, href: '#/pages/assets/charge_list' },
    withdrawals && { label: t`Withdraw`, icon: ArrowUpFromLine, href: '#/pages/assets/mention' },
    { label: t({ message: 'Send', context: 'money' }), icon: Send, href: '#/pages/StationPay/StationPay' },
    spot && { label: t`Convert`, icon: RefreshCw, href: '#/pages/assets/transfer?tab=convert' },
    fixedTerms && { label: t`Fixed terms`, icon: CalendarClock, href: '#/pages/financial/financial' },
    loans && { label: t`Loans`, icon: Landmark, href: '#/pages/Apply/loanApply' },
    launchpad && { label: t`Launchpad`, icon: Sprout, href: '#/pages/purchase/purchase' },
    mining && { label: t`Mining`, icon: Pickaxe, href: '#/pages/mstarch/mstarch' },
    checkIn && { label: t`Check-in`, icon: CalendarCheck, href: '#/pages/Signin/Signin' },
    referrals && { label: t`Referrals`, icon: Users, href: '#/pages/member/member' },
  ];
  const learn = [
    { label: t`First steps`, icon: GraduationCap, href: '#/pages/home/newsDetail?key=help%2Ffirst-steps' },
    { label: t`Coins`, icon: BookOpen, href: '#/pages/jieshao/jieshao' },
    { label: t`News`, icon: Newspaper, href: '#/pages/neWs/neWs' },
    { label: t`Help`, icon: CircleHelp, href: '#/pages/Whiteskin/contact' },
  ];
  return (
    <nav className={css['entries']} aria-label={t`Shortcuts`}>
      <Group title={t`Trade`} entries={trade} leads />
      <Group title={t`Money`} entries={money} />
      <Group title={t`Learn`} entries={learn} />
    </nav>
  );
}

interface GroupProps {
  readonly title: string;
  /** In order; false where switched off. */
  readonly entries: readonly (Entry | false)[];
  /** Its first tile stands out. */
  readonly leads?: boolean;
}

function Group({ title, entries, leads = false }: GroupProps) {
  const id = useId();
  const { routesByPath } = useRouter();
  const isBuilt = ({ href }: Entry) => (href.slice(1).split('?')[0] ?? '') in routesByPath;
  const shown = entries.filter((entry): entry is Entry => entry !== false && isBuilt(entry));
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={css['title']}>
        {title}
      </h2>
      <ul className={css['tiles']}>
        {shown.map(({ label, icon, href }) => (
          <li key={href}>
            <a className={css['tile']} href={href}>
              <Icon of={icon} size="bar" className={leads && href === shown[0]?.href ? css['first'] : undefined} />
              <span>{label}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
