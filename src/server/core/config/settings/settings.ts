import { appRules, appSettings } from './app-settings.ts';
import { custodySettings } from './custody-settings.ts';
import { engineSettings } from './engine-settings.ts';
import { p2pSettings } from './p2p-settings.ts';
import { limitRules, limitSettings } from './limit-settings.ts';
import { marketSettings } from './market-settings.ts';
import { messageRules, messageSettings } from './message-settings.ts';
import { serverRules, serverSettings } from './server-settings.ts';
import { tracingSettings } from './tracing-settings.ts';
import type { SettingsRule, ValuesOf } from './setting.ts';

/** Every environment variable the exchange reads (design section 6), under the name the code uses. */
export const settings = {
  ...serverSettings,
  ...engineSettings,
  ...appSettings,
  ...marketSettings,
  ...custodySettings,
  ...p2pSettings,
  ...messageSettings,
  ...limitSettings,
  ...tracingSettings,
};

/** The checked values of all of them. */
export type SettingValues = ValuesOf<typeof settings>;

/** Rules between settings. */
export const settingsRules: readonly SettingsRule<SettingValues>[] = [
  ...serverRules,
  ...appRules,
  ...messageRules,
  ...limitRules,
];
