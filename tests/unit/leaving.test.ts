import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

/**
 * What waits for live prices: forms that buy, sell, open, protect or stake, and screens that say how old they are. What
 * leaves (cancels, closes, releases, returns) is not among them: it must be possible wherever the exchange answers.
 */
const waitsForPrices = [
  'src/app/features/contracts/book/contract-state.tsx',
  'src/app/features/contracts/history/lists-screen.tsx',
  'src/app/features/options/form/confirm.tsx',
  'src/app/features/options/form/stake-reason.tsx',
  'src/app/features/spot/form/form.tsx',
  'src/app/features/spot/orders/order-history-screen.tsx',
];

it('lets nothing wait for live prices but what needs one', () => {
  const waiting = globSync('src/app/**/*.{ts,tsx}', { cwd: root }).filter((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return /from '[^']*live-trading\.ts'/.test(text) && !/\.test\.tsx?$/.test(file);
  });
  expect(waiting.toSorted()).toEqual(waitsForPrices);
});

it('takes whether a button that cancels is enabled from whether the exchange answers', () => {
  const wrong = globSync('src/app/features/{trade,contracts}/**/*.tsx', { cwd: root }).filter((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return /(?:canCancel|possible)=\{(?:live|[^}]*\? live\b)/.test(text);
  });
  expect(wrong).toEqual([]);
});
