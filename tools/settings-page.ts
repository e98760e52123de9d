import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { appSettings } from '#server/core/config/settings/app-settings.ts';
import { custodySettings } from '#server/core/config/settings/custody-settings.ts';
import { engineSettings } from '#server/core/config/settings/engine-settings.ts';
import { p2pSettings } from '#server/core/config/settings/p2p-settings.ts';
import { limitSettings } from '#server/core/config/settings/limit-settings.ts';
import { marketSettings } from '#server/core/config/settings/market-settings.ts';
import { messageSettings } from '#server/core/config/settings/message-settings.ts';
import { serverSettings } from '#server/core/config/settings/server-settings.ts';
import { tracingSettings } from '#server/core/config/settings/tracing-settings.ts';
import type { SettingsTable } from '#server/core/config/settings/setting.ts';

const sections: readonly (readonly [heading: string, settings: SettingsTable])[] = [
  ['Server and storage', serverSettings],
  ['Engines', engineSettings],
  ['App', appSettings],
  ['Markets', marketSettings],
  ['Custody', custodySettings],
  ['P2P trading', p2pSettings],
  ['Mail, text messages, push', messageSettings],
  ['Limits', limitSettings],
  ['Tracing', tracingSettings],
];

function tableOf(settings: SettingsTable): string {
  const rows = Object.values(settings).map(({ variable, formerly, default: value, meaning }) => {
    const before = formerly === undefined ? '' : ` Formerly \`${formerly}\`, which is read for one more version.`;
    return `| \`${variable}\` | ${value === '' ? '' : `\`${value}\``} | ${meaning}${before} |`;
  });
  return ['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

/** `docs/settings.md`, from the settings that the exchange reads. */
export function settingsPage(): string {
  const tables = sections.map(([heading, settings]) => `## ${heading}\n\n${tableOf(settings)}\n`);
  const intro =
    'Environment variables, checked at start; all of them may be left out. `node tools/settings-page.ts` writes this page.';
  return ['# Settings\n', `${intro}\n`, ...tables].join('\n');
}

if (import.meta.main) writeFileSync(path.join(import.meta.dirname, '../docs/settings.md'), settingsPage());
