import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/**
 * What is typed is there again after the reload for an update: texts of forms are in `useKeptState`, or in a draft on the
 * device, and not in `useState`. What is searched, what proves who asks, and what is only tried out need not be.
 */

const root = path.join(import.meta.dirname, '../..');

const excused: Readonly<Record<string, string>> = {
  'assets/overview/coin-list.tsx': 'a search',
  'assets/practice-sheet.tsx': 'a search',
  'assets/wallet-screen.tsx': 'a search',
  'account/log-in/phone-code-screen.tsx': 'a search',
  'deposits/coin-choice.tsx': 'a search',
  'map/choose-location-screen.tsx': 'a search',
  'market/favourites-sheet.tsx': 'a search',
  'market/search-screen.tsx': 'a search',
  'chat/groups/entering.tsx': 'a password',
  'security/security-screen.tsx': 'a secret word',
  'security/authenticator-secrets.tsx': 'a code',
  'security/proof/fresh-proof-sheet.tsx': 'a code',
  'security/proof/second-factor-form.tsx': 'a code',
  'security/transaction-password/transaction-password-sheet.tsx': 'a password',
  'security/transaction-password/transaction-password-screen.tsx': 'a password',
  'contracts/form/calculator-sheet.tsx': 'tried out',
  'contracts/book/contract-chart.tsx': 'chosen, not typed',
  'order-entry/entry-panel.tsx': 'chosen, not typed',
};

it('keeps the texts of every form over a reload', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: path.join(root, 'src/app/features') });
  expect(files.length).toBeGreaterThan(500);
  const found = files
    .filter((file) => !file.includes('.test.'))
    .filter((file) => {
      const text = readFileSync(path.join(root, 'src/app/features', file), 'utf8');
      return /\buseState(?:<string>)?\(\s*'\d*',?\s*\)/.test(text);
    });
  expect(found.toSorted()).toEqual(Object.keys(excused).toSorted());
});
