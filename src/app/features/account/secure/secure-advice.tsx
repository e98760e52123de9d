import { Trans, useLingui } from '@lingui/react/macro';
import { ShieldAlert, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '#app/ui/controls/IconButton.tsx';
import { Banner } from '#app/ui/layout/Banner.tsx';
import { endSecureAdvice } from './after-trade.ts';
import css from './secure-advice.module.css';
import { SecureSheet } from './secure-sheet.tsx';
import { useHasWayBack } from './ways-back.ts';

/** Above every screen after the first order of an account that nothing leads back to, until it is dismissed or secured. */
export function SecureAdvice() {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const isSecured = useHasWayBack() === true;
  useEffect(() => {
    if (isSecured && !open) endSecureAdvice();
  }, [isSecured, open]);
  return (
    <>
      <div className={css['line']}>
        <Banner tone="warn" icon={ShieldAlert} live action={{ label: t`Secure`, onAction: () => setOpen(true) }}>
          <Trans>Secure this account: logging out loses it.</Trans>
        </Banner>
        <IconButton icon={X} label={t`Dismiss`} onClick={endSecureAdvice} />
      </div>
      <SecureSheet open={open} onClose={() => setOpen(false)} />
    </>
  );
}
