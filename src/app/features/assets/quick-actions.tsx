import { useLingui } from '@lingui/react/macro';
import { CandlestickChart, ClipboardList, HandCoins, ReceiptText } from 'lucide-react';
import { usePracticeMode } from '../../platform/launch-config.ts';
import { IconTile } from '../../ui/ListRow.tsx';
import css from './quick-actions.module.css';

/** What can be done with money from here. */
export function QuickActions({ onPracticeCoins }: { onPracticeCoins: () => void }) {
  const { t } = useLingui();
  const practice = usePracticeMode() === true;
  return (
    <nav className={css['actions']} aria-label={t`Actions`}>
      {practice && (
        <button type="button" className={css['action']} aria-haspopup="dialog" onClick={onPracticeCoins}>
          <IconTile icon={HandCoins} tone="accent" large />
          <span>{t`Practice coins`}</span>
        </button>
      )}
      <a className={css['action']} href="#/pages/trade/trade">
        <IconTile icon={CandlestickChart} large />
        <span>{t`Trade`}</span>
      </a>
      <a className={css['action']} href="#/pages/trade/entrust">
        <IconTile icon={ClipboardList} large />
        <span>{t`Orders`}</span>
      </a>
      <a className={css['action']} href="#/pages/assets/Assetrecords">
        <IconTile icon={ReceiptText} large />
        <span>{t`Records`}</span>
      </a>
    </nav>
  );
}
