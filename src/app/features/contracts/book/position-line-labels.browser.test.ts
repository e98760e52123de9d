import { i18n } from '@lingui/core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { amountsHidden, toggleHiddenAmounts } from '../../../platform/format/hidden-amounts.ts';
import { lineLabels, outcomeText } from './position-line-labels.ts';
import { heldPosition as position, listedContract as contract } from '../testing-contract.ts';

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

afterEach(() => {
  if (amountsHidden.get()) toggleHiddenAmounts();
});

test('lines on the chart tell percent of the margin in place of money while amounts are hidden', () => {
  expect(lineLabels(contract, position, 'takeProfit', 630_000).pill).toBe('TP +300.00');
  expect(lineLabels(contract, position, 'entry', 600_000).pill).toBe('Long 0.1 BTC');
  expect(outcomeText(contract, position, 'stopLoss', 590_000, null)).toBe('−100.00 USDT before fees');
  toggleHiddenAmounts();
  expect(lineLabels(contract, position, 'takeProfit', 630_000).pill).toBe('TP +100.00%');
  expect(lineLabels(contract, position, 'entry', 600_000).pill).toBe('Long 20×');
  expect(outcomeText(contract, position, 'stopLoss', 590_000, null)).toBe('−33.33% before fees');
});
