import { i18n } from '@lingui/core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { amountsHidden, toggleHiddenAmounts } from '#app/platform/format/hidden-amounts.ts';
import { lineLabels, outcomeText } from './position-line-labels.ts';
import { listedContract as contract } from '#protocol/contracts/examples.ts';
import { heldPosition as position } from '../testing-contract.ts';

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

afterEach(() => {
  if (amountsHidden.get()) toggleHiddenAmounts();
});

test('lines on the chart show percent of the margin instead of money while amounts are hidden', () => {
  // 3 USDT were paid for opening; closing costs 0.05% of 6,300 or 5,900.
  expect(lineLabels(contract, position, 'takeProfit', 630_000).pill).toBe('TP +293.85');
  expect(lineLabels(contract, position, 'entry', 600_000).pill).toBe('Long 0.1 BTC');
  expect(outcomeText(contract, position, 'stopLoss', 590_000, null)).toBe('−105.95 USDT after fees');
  toggleHiddenAmounts();
  expect(lineLabels(contract, position, 'takeProfit', 630_000).pill).toBe('TP +97.95%');
  expect(lineLabels(contract, position, 'entry', 600_000).pill).toBe('Long 20×');
  expect(outcomeText(contract, position, 'stopLoss', 590_000, null)).toBe('−35.31% after fees');
});
