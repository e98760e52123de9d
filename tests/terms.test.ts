import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** Names that were given up for the field's standard terms (docs/glossary.md): neither in code nor in comments. */

const root = path.join(import.meta.dirname, '..');

/** Each with what is said instead. The product's paths and storage keys keep their spellings. */
const retired: readonly (readonly [RegExp, string])[] = [
  [/\bdelegates?\b/i, 'order'],
  [/\bsafekeeping\b/i, 'custody'],
  [/\bclockwork\b/i, 'scheduler'],
  [/\banew\b/i, 'again'],
  [/\bforced clos(?:e|ing)s?\b/i, 'liquidation'],
  [/\bclosed by force\b/i, 'liquidated'],
  [/\bleadToWrong\b/, 'focusFirstInvalid'],
  [/\bfetchAhead\b/, 'prefetch'],
  [/\b\w*Glances?\b/, 'snapshot'],
  [/\b[A-Z]\w*Means\b/, 'Deps'],
  [/\b[A-Z]\w*Ground\b/, 'Deps'],
  [/\b[A-Z]\w*Wish\b/, 'Input'],
  [/\b\w+Faces\b/, 'Labels'],
  [/\bways out\b/i, 'withdrawals'],
  [/\bdeeds?\b/i, 'action'],
  [/\b\w+Desk\b/, 'Panel'],
  // Paths, the account's topic and stored data keep `workOrder`, `workOrders` and `work-order`.
  [/\bWorkOrder|\bworkOrder[A-Z]/, 'ticket'],
  [/\b(?:GuessPool|AttemptLimit|CountedPassword|takeBackGuess|forgetGuesses)\b/, 'lockout, rate limit'],
  // Fiat money is what a state issues; trading for it is P2P. The account's topic, paths and tables keep their spellings.
  [/\b(?:to)?[Ff]iat(?:Order(?!s\b)|Side|Talk(?!s\b)|Party|Coins?\b|Index|Cases|Proofs|Statements)/, 'P2P'],
  // A column of the tickets keeps the name it was released with.
  [/\b(?:un)?told\b(?!')/i, 'published, reported, shown'],
  [/\btelling\b/i, 'publishing, reporting, showing'],
];

const own = 'tests/terms.test.ts';

describe('retired terms', () => {
  const files = globSync('{src,sw,tests,tools}/**/*.{ts,tsx,css}', { cwd: root }).filter((file) => file !== own);

  it('are looked for in the whole code', () => {
    expect(files.length).toBeGreaterThan(1_000);
  });

  it.each(retired.map(([term, instead]) => ({ term, instead })))('says $instead, not $term', ({ term }) => {
    const found = files.flatMap((file) =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (term.test(line) ? [`${file}:${index + 1} ${line.trim().slice(0, 100)}`] : [])),
    );
    expect(found).toEqual([]);
  });
});
