/**
 * Checks the catalogues of the page: every message of the sources is in its catalogue, has a translation in each of the
 * seven languages, and says the same wherever it is said. `node tools/words.ts` lists what is wrong and fails when
 * there is anything.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { extractor, getCatalogs } from '@lingui/cli/api';
import { getConfig, type LinguiConfigNormalized } from '@lingui/conf';

/** How many faults are listed before the rest is only counted. */
const listedMax = 40;

/** What one area says in one language, by the ids of messages. */
export interface AreaMessages {
  readonly area: string;
  readonly locale: string;
  readonly words: ReadonlyMap<string, { readonly message: string; readonly translation: string }>;
}

/**
 * Messages that two areas translate in two ways, one line each. The page has one table of words for all areas: which of
 * the two is shown would depend on the screens that were opened before.
 */
export function clashingTranslations(areas: readonly AreaMessages[]): string[] {
  const first = new Map<string, { readonly area: string; readonly translation: string }>();
  const clashes: string[] = [];
  for (const { area, locale, words } of areas) {
    for (const [id, { message, translation }] of words) {
      const known = first.get(`${locale} ${id}`);
      if (known === undefined) first.set(`${locale} ${id}`, { area, translation });
      else if (known.translation !== translation) {
        const both = `"${known.translation}" in ${known.area}, "${translation}" in ${area}`;
        clashes.push(`${locale}: "${message}" is ${both}: say the same, or give one a context`);
      }
    }
  }
  return clashes;
}

/** Files without any of these words say nothing: neither macros nor the calls they become. */
const mayHaveMessages = /lingui|i18n/;

/** The messages of a file, by their ids. */
async function messagesOf(file: string, linguiConfig: LinguiConfigNormalized): Promise<Map<string, string>> {
  const messages = new Map<string, string>();
  if (!extractor.match(file)) return messages;
  const code = await readFile(file, 'utf8');
  if (!mayHaveMessages.test(code)) return messages;
  await extractor.extract(file, code, ({ id, message }) => void messages.set(id, message ?? id), { linguiConfig });
  return messages;
}

/**
 * What is wrong, one line each: a message that was not extracted, a language without its words, or one that says two
 * things. Empty when the catalogues are complete.
 *
 * @param known ids of the messages of files that need not be read again, by absolute path; of these the lines have no text
 */
export async function catalogueFaults(known: ReadonlyMap<string, Iterable<string>> = new Map()): Promise<string[]> {
  const config = getConfig({ cwd: process.cwd() });
  const byFile = new Map<string, ReadonlyMap<string, string>>();
  for (const [file, ids] of known) byFile.set(file, new Map([...ids].map((id) => [id, id])));
  const extract = async (sources: readonly string[]) => {
    const all = new Map<string, string>();
    for (const file of sources.map((source) => path.resolve(source))) {
      const messages = byFile.get(file) ?? (await messagesOf(file, config));
      byFile.set(file, messages);
      for (const [id, message] of messages) all.set(id, message);
    }
    return [...all];
  };
  const missing: string[] = [];
  const areas: AreaMessages[] = [];
  for (const catalog of await getCatalogs(config)) {
    const extracted = await extract(catalog.sourcePaths);
    const written = await catalog.readAll(config.locales);
    const translationOf = (id: string, locale: string): string => {
      const entry = written[locale]?.[id];
      return entry === undefined || entry.obsolete === true ? '' : (entry.translation ?? '');
    };
    for (const [id, message] of extracted) {
      const without = config.locales.filter((locale) => {
        const entry = written[locale]?.[id];
        if (entry === undefined || entry.obsolete === true) return true;
        return locale !== config.sourceLocale && (entry.translation ?? '') === '';
      });
      if (without.length > 0) missing.push(`${catalog.path}: "${message}" lacks ${without.join(' ')}`);
    }
    const area = catalog.path.split('/').at(-1) ?? catalog.path;
    for (const locale of config.locales.filter((each) => each !== config.sourceLocale)) {
      const said = extracted.map(([id, message]) => [id, { message, translation: translationOf(id, locale) }] as const);
      areas.push({ area, locale, words: new Map(said.filter(([, { translation }]) => translation !== '')) });
    }
  }
  return [...missing, ...clashingTranslations(areas)];
}

if (import.meta.main) {
  const faults = await catalogueFaults();
  for (const line of faults.slice(0, listedMax)) process.stdout.write(`${line}\n`);
  if (faults.length > listedMax) process.stdout.write(`and ${faults.length - listedMax} more\n`);
  if (faults.length > 0) process.exitCode = 1;
}
