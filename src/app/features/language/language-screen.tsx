import { useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { type Locale, localeCodes, locales } from '#protocol/core/locales.ts';
import { chooseLanguage, language } from '#app/platform/language/language.ts';
import { useObservable } from '#app/platform/observable.ts';
import { ListRow } from '#app/ui/lists/ListRow.tsx';
import { Page } from '#app/ui/layout/Page.tsx';
import { Icon } from '#app/ui/icons.tsx';
import { toast } from '#app/ui/overlays/toast.ts';

/** Language picker: every language by its own name. The choice is in force at once, up and down colours with it. */
export function LanguageScreen() {
  const { t } = useLingui();
  const current = useObservable(language);
  const [coming, setComing] = useState<Locale | null>(null);
  const choose = async (locale: Locale) => {
    setComing(locale);
    try {
      await chooseLanguage(locale);
    } catch {
      toast.show({ type: 'error', title: t`This language could not be loaded. Check the connection and try again.` });
    } finally {
      setComing(null);
    }
  };
  return (
    <Page title={t`Language`} updating={coming !== null}>
      <ul>
        {localeCodes.map((locale) => (
          <li key={locale} lang={locales[locale].tag}>
            <ListRow
              title={locales[locale].name}
              light
              chevron={false}
              onClick={() => void choose(locale)}
              trailing={locale === current ? <Icon of={Check} /> : undefined}
              aria-current={locale === current ? 'true' : undefined}
            />
          </li>
        ))}
      </ul>
    </Page>
  );
}
