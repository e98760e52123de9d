import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const texts = globSync(
  [
    'src/app/locales/*/*.po',
    'content/*/**/*.md',
    'src/app/platform/**/*-text.ts',
    'src/server/accounts/mail/mail-texts.ts',
  ],
  { cwd: root },
);

/** Commands of a terminal, settings of the exchange, and files of its source: customers can do nothing with them. */
const ofOperators = [
  /\b(?:npm|npx|docker|psql|systemctl)\s+\w/,
  /\bnode\s+(?:--|\w+\/)/,
  /\b(?:MODE|PRICE_SOURCE|SMTP_URL|SMS_WEBHOOK|EVM_RPC_URL|WALLET_SEED)\b/,
  /\b(?:tools|src|tests)\/[\w-]+/,
];

/** What a text says to its reader: comments and references of catalogues are not shown. */
function shownLines(file: string): string[] {
  return readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .filter((line) => !file.endsWith('.po') || line.startsWith('msg') || line.startsWith('"'))
    .filter((line) => !/^\s*(?:import|\*|\/\/|\/\*)/.test(line));
}

describe('texts for customers', () => {
  it('are found', () => {
    expect(texts.length).toBeGreaterThan(300);
  });

  it.each(ofOperators)('have nothing of the operator: %s', (pattern) => {
    const found = texts.flatMap((file) =>
      shownLines(file)
        .filter((line) => pattern.test(line))
        .map((line) => `${file}: ${line}`),
    );
    expect(found).toEqual([]);
  });

  it('call a bank account that was added before no card: it may be an IBAN, or have a sort code', () => {
    const catalogues = texts.filter((file) => file.endsWith('errors.po'));
    expect(catalogues).toHaveLength(7);
    const said = catalogues.map((file) => {
      const [, text] =
        /msgid "This bank account was added before\."\nmsgstr "(.+)"/.exec(
          readFileSync(path.join(root, file), 'utf8'),
        ) ?? [];
      return text;
    });
    for (const text of said) expect(text).toMatch(/^(?!.*(?:card|卡|カード|카드|Thẻ|บัตร)).+$/i);
  });
});
