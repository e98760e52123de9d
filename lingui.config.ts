import { existsSync, readdirSync } from 'node:fs';
import type { LinguiConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { type Area, areas } from '#app/platform/language/areas.ts';
import { localeCodes } from '#protocol/core/locales.ts';

const app = '<rootDir>/src/app';
const errorMessages = `${app}/platform/api/error-text.ts`;

/** Where each area's messages are written; what is not named here is `features/<area>` alone. */
const sources: Partial<Record<Area, string[]>> = {
  // What does not load and how old a screen is stand on every screen.
  shell: [
    `${app}/features/shell`,
    `${app}/features/loading`,
    `${app}/ui`,
    `${app}/platform`,
    `${app}/routes`,
    `${app}/main.tsx`,
  ],
  errors: [errorMessages, `${app}/features/switches`],
  chart: [`${app}/chart`, `${app}/features/chart`],
  spot: [`${app}/features/spot`, `${app}/features/order-entry`],
  p2p: ['board', 'orders', 'parts', 'take'].map((part) => `${app}/features/p2p/${part}`),
  'p2p-merchants': ['adverts', 'merchants'].map((part) => `${app}/features/p2p/${part}`),
};

/** Parts that screens of several areas show, with these areas: their messages stand in the catalogue of each. */
const shared: Readonly<Record<string, readonly Area[]>> = {
  // What products that sell out say.
  [`${app}/features/stock-alerts`]: ['fixed-terms', 'mining'],
  // What forms say of value that has to stay.
  [`${app}/features/held-value`]: ['withdrawals', 'transfers', 'p2p', 'robots'],
  // What is given once to a person.
  [`${app}/features/person-needed`]: ['check-in', 'referrals', 'mining', 'launchpad'],
};

const features = new URL('src/app/features/', import.meta.url);
for (const folder of existsSync(features) ? readdirSync(features, { withFileTypes: true }) : []) {
  const own = `${app}/features/${folder.name}`;
  const isNamed = own in shared || Object.values(sources).some((paths) => paths.includes(own));
  if (folder.isDirectory() && !isNamed && !areas.some((area) => area === folder.name)) {
    throw new Error(
      `features/${folder.name} has no catalogue: name it in src/app/platform/language/areas.ts, or above`,
    );
  }
}

const config: LinguiConfig = {
  sourceLocale: 'en',
  locales: [...localeCodes],
  fallbackLocales: { default: 'en' },
  catalogs: areas.map((area) => ({
    path: `${app}/locales/{locale}/${area}`,
    include: [
      ...(sources[area] ?? [`${app}/features/${area}`]),
      ...Object.entries(shared).flatMap(([part, showing]) => (showing.includes(area) ? [part] : [])),
    ],
    exclude: ['**/node_modules/**', '**/*.test.ts', '**/*.test.tsx', ...(area === 'errors' ? [] : [errorMessages])],
  })),
  format: formatter({ lineNumbers: false, origins: false }),
};

export default config;
