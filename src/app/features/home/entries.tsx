import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import {
  ArrowLeftRight,
  BookOpen,
  CandlestickChart,
  CircleHelp,
  ClipboardList,
  Coins,
  Gem,
  History,
  MessageCircle,
  Newspaper,
  Timer,
  Scale,
  type LucideIcon,
} from 'lucide-react';
import { useFeature, usePracticeMode } from '../../platform/session/launch-config.ts';
import { IconTile } from '../../ui/lists/ListRow.tsx';
import css from './entries.module.css';

interface Entry {
  readonly path: string;
  /** Behind the path. */
  readonly search?: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

/** Quick ways to the parts of the product that this build has. */
export function Entries() {
  const { t } = useLingui();
  const router = useRouter();
  const practice = usePracticeMode();
  const options = useFeature('options');
  const hasContracts = useFeature('contracts');
  const gold = useFeature('gold');
  const chat = useFeature('chat');
  const all: readonly (Entry | null)[] = [
    { path: '/pages/trade/trade', label: t`Trade`, icon: ArrowLeftRight },
    hasContracts ? { path: '/pages/lever/lever', label: t`Contracts`, icon: Scale } : null,
    gold ? { path: '/pages/lever/lever', search: '?contract=XAUPERP', label: t`Gold`, icon: Gem } : null,
    practice === false ? null : { path: '/pages/assets/assets', label: t`Practice coins`, icon: Coins },
    options ? { path: '/pages/Option/Option', label: t`Options`, icon: Timer } : null,
    { path: '/pages/trade/entrust', label: t`Orders`, icon: ClipboardList },
    { path: '/pages/market/kline', label: t`Chart`, icon: CandlestickChart },
    { path: '/pages/assets/Assetrecords', label: t`Records`, icon: History },
    chat
      ? {
          path: '/pages/usreMei/usreMei',
          label: t({ message: 'Group chat', context: 'in one short line' }),
          icon: MessageCircle,
        }
      : null,
    { path: '/pages/neWs/neWs', label: t`News`, icon: Newspaper },
    { path: '/pages/jieshao/jieshao', label: t`Coin guide`, icon: BookOpen },
    { path: '/pages/Whiteskin/contact', label: t`Help`, icon: CircleHelp },
  ];
  const built = all.filter((entry): entry is Entry => entry !== null && entry.path in router.routesByPath);
  return (
    <nav aria-label={t`Shortcuts`}>
      <ul className={css['entries']}>
        {built.map(({ path, search = '', label, icon }, index) => (
          <li key={path + search}>
            <a className={css['entry']} href={`#${path}${search}`}>
              <IconTile icon={icon} large tone={index === 0 ? 'accent' : 'plain'} />
              <span>{label}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
