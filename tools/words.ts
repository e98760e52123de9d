/**
 * Checks the words of the page: every message of the sources stands in its catalogue, and has a translation in each
 * of the seven languages. `node tools/words.ts` lists what is missing and fails when there is any.
 */
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';

/** How many missing messages are listed before the rest is only counted. */
const listedMax = 40;

/**
 * What is missing, one line each: a message that was not extracted, or a language without its words. Empty when the
 * catalogues are complete.
 */
export async function missingWords(): Promise<string[]> {
  const config = getConfig({ cwd: process.cwd() });
  const missing: string[] = [];
  for (const catalog of await getCatalogs(config)) {
    const extracted = await catalog.collect();
    const written = await catalog.readAll(config.locales);
    for (const [id, { message }] of Object.entries(extracted ?? {})) {
      const without = config.locales.filter((locale) => {
        const entry = written[locale]?.[id];
        if (entry === undefined || entry.obsolete === true) return true;
        return locale !== config.sourceLocale && (entry.translation ?? '') === '';
      });
      if (without.length > 0) missing.push(`${catalog.path}: "${message ?? id}" lacks ${without.join(' ')}`);
    }
  }
  return missing;
}

if (import.meta.main) {
  const missing = await missingWords();
  for (const line of missing.slice(0, listedMax)) process.stdout.write(`${line}\n`);
  if (missing.length > listedMax) process.stdout.write(`and ${missing.length - listedMax} more\n`);
  if (missing.length > 0) process.exitCode = 1;
}
