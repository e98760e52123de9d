import '#app/ui/tokens.css';
import '#app/ui/base.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { StrictMode, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { ConfirmHost } from '#app/ui/overlays/confirm.tsx';
import { Toaster } from '#app/ui/overlays/Toaster.tsx';
import { ControlsPage } from './controls.tsx';
import { ListsPage } from './lists.tsx';
import { OverlaysPage } from './overlays.tsx';
import { StatesPage } from './states.tsx';

/** `?page=controls&theme=light&updown=cb&text=200`: what a picture is taken of. */
const wanted = new URLSearchParams(location.search);
const root = document.documentElement;
root.dataset['theme'] = wanted.get('theme') ?? 'dark';
root.dataset['updown'] = wanted.get('updown') ?? 'green';
root.style.fontSize = `${wanted.get('text') ?? '100'}%`;

const pages: Readonly<Record<string, () => ReactElement>> = {
  controls: ControlsPage,
  lists: ListsPage,
  states: StatesPage,
  overlays: OverlaysPage,
};

i18n.loadAndActivate({ locale: 'en', messages: {} });
const Shown = pages[wanted.get('page') ?? 'controls'] ?? ControlsPage;
const place = document.getElementById('app');
if (!place) throw new Error('index.html has no #app');
createRoot(place).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <Shown />
      <Toaster />
      <ConfirmHost />
    </I18nProvider>
  </StrictMode>,
);
