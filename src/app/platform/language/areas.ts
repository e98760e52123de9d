/**
 * The areas of the app's words. Each has one catalogue per language, loaded with the area's chunk, and holds
 * the messages of `features/<area>`. `shell` also holds those of `ui` and `platform`; `chart` those of
 * `src/app/chart`; `trade` those of `features/order-entry`; `errors` the messages of the error catalogue and of what is switched off.
 */
export const areas = [
  'shell',
  'errors',
  'home',
  'account',
  'market',
  'pairs',
  'chart',
  'trade',
  'contracts',
  'options',
  'assets',
  'security',
  'passkeys',
  'identity',
  'deposits',
  'withdrawals',
  'transfers',
  'fiat',
  'merchant',
  'backing',
  'earn',
  'launch',
  'mining',
  'loans',
  'robots',
  'rewards',
  'team',
  'listing',
  'outcomes',
  'notices',
  'news',
  'help',
  'chat',
  'support',
  'pages',
  'map',
  'language',
  'version',
] as const;

/** An area with catalogues of its own. */
export type Area = (typeof areas)[number];
