import { existsSync, readdirSync } from 'node:fs';
import type { LinguiConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { type Area, areas } from './src/app/platform/language/areas.ts';
import { localeCodes } from './src/protocol/locales.ts';

const app = '<rootDir>/src/app';
const errorMessages = `${app}/platform/api/error-text.ts`;

/** Where each area's messages are written; what is not named here is `features/<area>` alone. */
const sources: Partial<Record<Area, string[]>> = {
  shell: [`${app}/features/shell`, `${app}/ui`, `${app}/platform`, `${app}/routes`, `${app}/main.tsx`],
  errors: [errorMessages, `${app}/features/switches`],
  chart: [`${app}/chart`, `${app}/features/chart`],
  trade: [`${app}/features/trade`, `${app}/features/order-entry`],
};

/** Parts that the screens of several areas show: their messages stand in the catalogue of each. */
const shared = `${app}/features/loading`;
const sharing: readonly Area[] = [
  'options',
  'contracts',
  'deposits',
  'withdrawals',
  'transfers',
  'support',
  'rewards',
  'earn',
  'robots',
];

/** What products that sell out share. */
const stockAlerts = `${app}/features/stock-alerts`;
const sellingOut: readonly Area[] = ['earn', 'mining'];

const features = new URL('src/app/features/', import.meta.url);
for (const folder of existsSync(features) ? readdirSync(features, { withFileTypes: true }) : []) {
  const own = `${app}/features/${folder.name}`;
  const isNamed = own === shared || own === stockAlerts || Object.values(sources).some((paths) => paths.includes(own));
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
      ...(sharing.includes(area) ? [shared] : []),
      ...(sellingOut.includes(area) ? [stockAlerts] : []),
    ],
    exclude: ['**/node_modules/**', '**/*.test.ts', '**/*.test.tsx', ...(area === 'errors' ? [] : [errorMessages])],
  })),
  format: formatter({ lineNumbers: false, origins: false }),
};

export default config;
