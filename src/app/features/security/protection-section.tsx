import { useLingui } from '@lingui/react/macro';
import { Fish, ScanQrCode } from 'lucide-react';
import { useState } from 'react';
import { IconTile, ListRow } from '../../ui/lists/ListRow.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { AntiPhishingSheet } from './anti-phishing-sheet.tsx';
import { AuthenticatorSheet } from './authenticator-sheet.tsx';
import type { Checks } from './proof/proof.ts';

/** The authenticator and the word that letters carry. */
export function ProtectionSection({ checks }: { checks: Checks }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<'authenticator' | 'word' | null>(null);
  const close = () => setOpen(null);
  const { totp, recoveryCodes, antiPhishing } = checks;
  const authenticator = {
    on: t`On, ${recoveryCodes} recovery codes left`,
    off: t`Off`,
    unavailable: t`Not available here`,
  }[totp];
  return (
    <Section title={t`Second factor`} band>
      <ul>
        <li>
          <ListRow
            light
            leading={<IconTile icon={ScanQrCode} />}
            title={t`Authenticator app`}
            sub={authenticator}
            {...(totp === 'unavailable' ? {} : { onClick: () => setOpen('authenticator') })}
          />
        </li>
        <li>
          <ListRow
            light
            leading={<IconTile icon={Fish} />}
            title={t`Anti-phishing word`}
            sub={antiPhishing === null ? t`Not set` : t`Begins with "${antiPhishing}"`}
            onClick={() => setOpen('word')}
          />
        </li>
      </ul>
      <AuthenticatorSheet open={open === 'authenticator'} isOn={totp === 'on'} onClose={close} />
      <AntiPhishingSheet open={open === 'word'} isSet={antiPhishing !== null} onClose={close} />
    </Section>
  );
}
