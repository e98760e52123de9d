/**
 * The areas of the app's words. Each has one catalogue per language, loaded with the area's chunk, and holds
 * the messages of `features/<area>`. `shell` also holds those of `ui`, `platform` and `features/loading`; `chart` those of
 * `src/app/chart`; `spot` those of `features/order-entry`; `errors` the messages of the error catalogue and of what is switched off.
 */
export const areas = [
  'shell',
  'errors',
  'home',
  'account',
  'market',
  'pairs',
  'chart',
  'spot',
  'contracts',
  'options',
  'assets',
  'security',
  'passkeys',
  'identity',
  'deposits',
  'withdrawals',
  'transfers',
  'p2p',
  'p2p-merchants',
  'backing',
  'fixed-terms',
  'launchpad',
  'mining',
  'loans',
  'robots',
  'check-in',
  'referrals',
  'listing-applications',
  'outcomes',
  'notices',
  'news',
  'help',
  'chat',
  'tickets',
  'pages',
  'map',
  'language',
  'version',
] as const;

/** An area with catalogues of its own. */
export type Area = (typeof areas)[number];
