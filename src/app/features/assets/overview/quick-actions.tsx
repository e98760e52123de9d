import { useLingui } from '@lingui/react/macro';
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  CandlestickChart,
  ClipboardList,
  type LucideIcon,
  RefreshCw,
  Send,
} from 'lucide-react';
import { useFeature, usePracticeMode } from '#app/platform/session/launch-config.ts';
import { Icon } from '#app/ui/icons.tsx';
import css from './quick-actions.module.css';

/** Tiles in their one row; what an exchange has switched off gives its place to the next. */
const tilesMost = 4;

interface Action {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly href: string;
}

/** What can be done with money from here: what moves it in, out and about, then the rest as chips. */
export function QuickActions({ onPracticeCoins }: { onPracticeCoins: () => void }) {
  const { t } = useLingui();
  const practice = usePracticeMode() === true;
  const deposits = useFeature('deposits');
  const withdrawals = useFeature('withdrawals');
  const all: readonly (Action | false)[] = [
    deposits && { label: t`Deposit`, icon: ArrowDownToLine, href: '#/pages/assets/charge_list' },
    withdrawals && { label: t`Withdraw`, icon: ArrowUpFromLine, href: '#/pages/assets/mention' },
    { label: t`Transfer`, icon: ArrowLeftRight, href: '#/pages/assets/transfer' },
    { label: t`Convert`, icon: RefreshCw, href: '#/pages/assets/transfer?tab=convert' },
    { label: t({ message: 'Send', context: 'money' }), icon: Send, href: '#/pages/StationPay/StationPay' },
    { label: t`Trade`, icon: CandlestickChart, href: '#/pages/trade/trade' },
    { label: t`Orders`, icon: ClipboardList, href: '#/pages/trade/entrust' },
  ];
  const actions = all.filter((action) => action !== false);
  return (
    <nav className={css['actions']} aria-label={t`Actions`}>
      <div className={css['tiles']}>
        {actions.slice(0, tilesMost).map(({ label, icon, href }) => (
          <a key={label} className={css['tile']} href={href}>
            <Icon of={icon} size="row" />
            <span>{label}</span>
          </a>
        ))}
      </div>
      <div className={css['chips']}>
        {practice && (
          <button type="button" className={css['chip']} aria-haspopup="dialog" onClick={onPracticeCoins}>
            {t`Practice coins`}
          </button>
        )}
        {actions.slice(tilesMost).map(({ label, href }) => (
          <a key={label} className={css['chip']} href={href}>
            {label}
          </a>
        ))}
      </div>
    </nav>
  );
}
