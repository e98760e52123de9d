import { StrictMode } from 'react';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { startLanguage } from './platform/language.ts';
import { createAppQueryClient } from './platform/query-client.ts';
import { startTheme } from './platform/theme.ts';
import { createAppRouter } from './router.tsx';
import './ui/tokens.css';

startTheme();
const queryClient = createAppQueryClient();
const router = createAppRouter(queryClient);

async function start(): Promise<void> {
  const place = document.getElementById('app');
  if (place === null) throw new Error('index.html has no #app');
  await Promise.all([startLanguage(), router.load()]);
  createRoot(place).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  );
}

void start();
