import { useLingui } from '@lingui/react/macro';
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  CandlestickChart,
  ClipboardList,
  HandCoins,
  type LucideIcon,
  ReceiptText,
  RefreshCw,
  Send,
} from 'lucide-react';
import { useFeature, usePracticeMode } from '../../../platform/session/launch-config.ts';
import { IconTile } from '../../../ui/lists/ListRow.tsx';
import css from './quick-actions.module.css';

/** Two rows of as many as fit beside each other on the smallest phone. */
const shownMost = 8;

/** An action: opens a screen, or a sheet of this one. */
interface Action {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly href: string | null;
}

/** What can be done with money from here: what moves it in, out and about first. */
export function QuickActions({ onPracticeCoins }: { onPracticeCoins: () => void }) {
  const { t } = useLingui();
  const practice = usePracticeMode() === true;
  const deposits = useFeature('deposits');
  const withdrawals = useFeature('withdrawals');
  const actions: readonly (Action | false)[] = [
    deposits && { label: t`Deposit`, icon: ArrowDownToLine, href: '#/pages/assets/charge_list' },
    withdrawals && { label: t`Withdraw`, icon: ArrowUpFromLine, href: '#/pages/assets/mention' },
    { label: t`Transfer`, icon: ArrowLeftRight, href: '#/pages/assets/transfer' },
    { label: t`Convert`, icon: RefreshCw, href: '#/pages/assets/transfer?tab=convert' },
    { label: t({ message: 'Send', context: 'money' }), icon: Send, href: '#/pages/StationPay/StationPay' },
    practice && { label: t`Practice coins`, icon: HandCoins, href: null },
    { label: t`Trade`, icon: CandlestickChart, href: '#/pages/trade/trade' },
    { label: t`Orders`, icon: ClipboardList, href: '#/pages/trade/entrust' },
    { label: t`Records`, icon: ReceiptText, href: '#/pages/assets/Assetrecords' },
  ];
  const shown = actions.filter((action) => action !== false).slice(0, shownMost);
  return (
    <nav className={css['actions']} aria-label={t`Actions`}>
      {shown.map(({ label, icon, href }, index) => {
        const content = (
          <>
            <IconTile icon={icon} large {...(index === 0 ? { tone: 'accent' as const } : {})} />
            <span>{label}</span>
          </>
        );
        return href === null ? (
          <button key={label} type="button" className={css['action']} aria-haspopup="dialog" onClick={onPracticeCoins}>
            {content}
          </button>
        ) : (
          <a key={label} className={css['action']} href={href}>
            {content}
          </a>
        );
      })}
    </nav>
  );
}
