import './tokens.css';
import './base.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactElement, ReactNode } from 'react';
import { render } from 'vitest-browser-react';

function Labels({ children }: { children: ReactNode }) {
  return <I18nProvider i18n={i18n}>{children}</I18nProvider>;
}

/** Renders a part in a browser with the tokens and the English words that it carries in itself. */
export function renderPart(part: ReactElement): ReturnType<typeof render> {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  return render(part, { wrapper: Labels });
}
