import { Trans } from '@lingui/react/macro';
import { localeCodes, locales } from '../../../contract/locales.ts';
import { chooseLanguage, language } from '../../platform/language.ts';
import { useObservable } from '../../platform/observable.ts';

export function LanguageScreen() {
  const current = useObservable(language);
  return (
    <main>
      <h1>
        <Trans>Language</Trans>
      </h1>
      {localeCodes.map((code) => (
        <button key={code} type="button" aria-pressed={code === current} onClick={() => void chooseLanguage(code)}>
          {locales[code].name}
        </button>
      ))}
    </main>
  );
}
