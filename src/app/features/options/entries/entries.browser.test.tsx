import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { page } from 'vitest/browser';
import type { OptionEntry, OptionRound } from '#protocol/options/entities.ts';
import { amountsHidden, toggleHiddenAmounts } from '#app/platform/format/hidden-amounts.ts';
import { renderPart } from '#app/ui/testing-text.tsx';
import { EntryRow } from './entry-row.tsx';
import { EntryFacts } from './entry-sheet.tsx';
import { OwnEntries } from './own-entries.tsx';

const strikeAt = Date.UTC(2026, 10, 20, 12, 1, 0);
const tick = { seq: 1, at: strikeAt, price: '67482.5', previous: '', hash: '' };
const round: OptionRound = {
  id: '7',
  coin: 'BTC',
  cycle: 60,
  period: '20261120-722',
  phase: 'in-progress',
  opensAt: strikeAt - 62_000,
  lockAt: strikeAt - 2_000,
  strikeAt,
  settleAt: strikeAt + 60_000,
  pools: { up: '100', down: '100', flat: '0' },
  entries: 2,
  strike: { before: null, deciding: tick },
  settlement: null,
  result: null,
  draw: null,
};
const open: OptionEntry = {
  id: '9',
  round,
  direction: 'up',
  stake: '43.5',
  outcome: null,
  profit: '0',
  fee: '0',
  at: strikeAt - 30_000,
};
const won: OptionEntry = {
  ...open,
  id: '8',
  round: { ...round, phase: 'settled', result: 'up' },
  outcome: 'profit',
  profit: '41.25',
  fee: '1.27',
};

beforeAll(() => {
  i18n.setMessagesCompiler(compileMessage);
});

afterEach(() => {
  if (amountsHidden.get()) toggleHiddenAmounts();
});

test('own entries hide their amounts with the eye beside them, and show whether they are ahead', async () => {
  await renderPart(
    <QueryClientProvider client={new QueryClient()}>
      <OwnEntries entries={[open]} now={strikeAt - 10_000} />
      <EntryRow entry={won} sub="" onOpen={() => undefined} />
      <EntryFacts entry={won} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('43.5 USDT').first()).toBeVisible();
  await expect.element(page.getByText('+41.25 USDT').first()).toBeVisible();
  await page.getByRole('button', { name: 'Hide amounts' }).click();
  await expect.element(page.getByRole('button', { name: 'Show amounts' })).toBeVisible();
  const shown = document.body.textContent;
  for (const own of ['43.5', '41.25', '1.27']) expect(shown).not.toContain(own);
  for (const reported of ['Profit', 'Up', 'Strike in 00:10']) expect(shown).toContain(reported);
});
