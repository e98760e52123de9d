import { settings } from '../src/server/core/config/config.ts';

/** The README's table of settings, from the list that the exchange reads. */
export function settingsTable(): string {
  const rows = settings.map(({ name, default: value, meaning }) => {
    const shown: string = value;
    return `| \`${name}\` | ${shown === '' ? '' : `\`${shown}\``} | ${meaning} |`;
  });
  return ['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

if (import.meta.main) process.stdout.write(`${settingsTable()}\n`);
