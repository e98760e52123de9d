import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { calls } from '#protocol/calls.ts';
import type { ContractClosing, ContractPosition } from '#protocol/contracts/entities.ts';
import { listedContract } from '#protocol/contracts/examples.ts';
import { amountsHidden, toggleHiddenAmounts } from '../platform/format/hidden-amounts.ts';
import { session } from '../platform/session/session.ts';
import { playHub, report } from '../platform/stream/testing-hub.ts';
import { type Answers, renderScreen } from './account/testing-screens.tsx';
import { ContractListsScreen } from './contracts/history/lists-screen.tsx';
import { ContractRecordScreen } from './contracts/history/record-screen.tsx';
import { heldPosition } from './contracts/testing-contract.ts';
import { DetailsScreen } from './robots/details/details-screen.tsx';
import { IncomeScreen } from './robots/income/income-screen.tsx';
import { RobotsScreen } from './robots/robots-screen.tsx';
import { gridRobot, marketAnswers, robotProducts, robotsAt } from './robots/testing-robots.ts';

/**
 * Every field that the specification gives a contract position and a quant AI machine (product specification point 3):
 * in which answer it is, and under which name a screen shows it.
 */

/** The answers by what they are of: the fields that each promises. */
const answered = {
  position: calls['GET contractList'].output.entries.positions.item.entries,
  closing: calls['GET contractList'].output.entries.closings.item.entries,
  view: calls['GET contractPage'].output.entries.view.entries,
  robot: calls['GET quant/order/list'].output.entries.list.item.entries,
  detail: calls['GET quant/order/detail'].output.entries.robot.entries,
  product: calls['GET quant/product/list'].output.entries.list.item.entries,
  day: calls['GET quant/income/list'].output.entries.list.item.entries,
} as const;

/** A field of the specification. */
interface Specified {
  readonly field: string;
  /** Of which answer, and the keys that carry it. */
  readonly of: keyof typeof answered;
  readonly keys: readonly string[];
  /** Where it is shown. */
  readonly on: keyof typeof screens;
  /** Its name on the screen, and what stands under it; a field without a name of its own is shown as it is. */
  readonly label: string | null;
  readonly shown: RegExp;
}

const position: ContractPosition = { ...heldPosition, overnightFee: '0.5', openedAt: robotsAt };
const closed: ContractPosition = { ...position, lots: 0, closeFee: '3.1', openFeeClosed: '3', realised: '10' };
const closing: ContractClosing = {
  id: '9',
  position: '7',
  contract: 'BTCPERP',
  side: 'long',
  lots: 100,
  openPrice: '60000.0',
  closePrice: '59000.0',
  profit: '-100',
  fee: '2.95',
  openFee: '3',
  overnightFee: '0.5',
  insurance: '0',
  net: '-106.45',
  reason: 'stop-loss',
  at: robotsAt,
};
const robot = { ...gridRobot, parameters: { strategy: 'trend', minutes: 15, fast: 9, slow: 26, trailing: '4' } };

const lists = (own: object) => ({ data: { orders: [], positions: [], closings: [], next: null, ...own } });
const answers: Answers = {
  ...marketAnswers(),
  'GET common/getContractConfig': {
    data: { contracts: [listedContract], insurance: { amount: '0', gold: '0', movements: [] } },
  },
  'GET contractList': (query) =>
    query.get('show') === 'closings' ? lists({ closings: [closing] }) : lists({ positions: [closed] }),
  'GET quant/product/list': { data: { list: robotProducts, at: robotsAt } },
  'GET quant/order/list': { data: { list: [robot], next: null, at: robotsAt } },
  'GET quant/order/detail': {
    data: { robot: { ...robot, cycleMinutes: 15 }, orders: [], positions: [], values: [], at: robotsAt },
  },
  'GET quant/order/trades': { data: { list: [], next: null } },
  'GET quant/income/list': {
    data: {
      list: [{ day: '2026-11-20', income: '9.62', fees: '0.81', trades: 5, complete: false }],
      next: null,
      asset: 'USDT',
      at: robotsAt,
    },
  },
  'GET quant/balance': {
    data: { wallet: [], robots: 1, putIn: '3000', value: '3132.4', profit: '132.4', today: '9.62', at: robotsAt },
  },
};

const draw = (screen: () => ReactNode) => renderScreen('/drawn', screen, answers);
const tab = (name: string) => page.getByRole('tab', { name }).click();

/** Draws each screen as far as its fields are on it. */
const screens = {
  positions: async () => {
    await draw(() => <ContractListsScreen />);
    report('account', { orders: [], balances: [], unread: 0, positions: [position], contractOrders: [] });
    report('contract:BTCPERP', {
      contract: 'BTCPERP',
      state: 'open',
      mark: '60100.0',
      index: '60100.0',
      last: '60000.0',
      bids: [],
      asks: [],
      openLots: 10,
      session: null,
      at: robotsAt,
    });
    await expect.element(page.getByText('Risk rate', { exact: false }).first()).toBeVisible();
  },
  profit: async () => {
    await screens.positions();
    await page.getByRole('button', { name: 'P&L after fees (USDT)' }).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
  },
  pastPosition: async () => {
    await draw(() => <ContractRecordScreen search={{ show: 'past-positions' }} />);
    await page.getByRole('article').getByRole('button').click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
  },
  closing: async () => {
    await draw(() => <ContractRecordScreen search={{}} />);
    await page.getByRole('article').getByRole('button').click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
  },
  robotSettings: async () => {
    await draw(() => <DetailsScreen id="1" />);
    await tab('Settings');
  },
  robotPerformance: async () => {
    await draw(() => <DetailsScreen id="1" />);
    await tab('Performance');
  },
  robotIncome: async () => {
    await draw(() => <IncomeScreen robot={undefined} onChoose={() => undefined} />);
    await expect.element(page.getByText('so far')).toBeVisible();
  },
  robotProducts: async () => {
    await draw(() => <RobotsScreen />);
    await page.getByRole('radio', { name: 'Trend' }).click();
  },
} as const;

const positionFields: readonly Specified[] = [
  { field: 'lots (hands)', of: 'position', keys: ['lots'], on: 'positions', label: 'Size', shown: /100 lots/ },
  { field: 'leverage', of: 'position', keys: ['leverage'], on: 'positions', label: null, shown: /^Isolated 20×$/ },
  { field: 'side long or short', of: 'position', keys: ['side'], on: 'positions', label: null, shown: /^Long$/ },
  { field: 'margin', of: 'position', keys: ['margin'], on: 'positions', label: 'Margin (USDT)', shown: /300\.00/ },
  { field: 'opening price', of: 'position', keys: ['openPrice'], on: 'positions', label: 'Entry', shown: /60,000\.0/ },
  { field: 'mark price', of: 'view', keys: ['mark'], on: 'positions', label: 'Mark', shown: /60,100\.0/ },
  {
    field: 'take-profit price',
    of: 'position',
    keys: ['takeProfit'],
    on: 'positions',
    label: 'TP / SL',
    shown: /63,000\.0/,
  },
  {
    field: 'stop-loss price',
    of: 'position',
    keys: ['stopLoss'],
    on: 'positions',
    label: 'TP / SL',
    shown: /59,000\.0/,
  },
  {
    field: 'PNL',
    of: 'position',
    keys: ['cost', 'lots'],
    on: 'profit',
    label: 'Profit after fees',
    shown: /≈ \+3\.495 USDT/,
  },
  {
    field: 'fees (opening)',
    of: 'position',
    keys: ['openFee'],
    on: 'profit',
    label: 'Opening fee',
    shown: /≈ −3 USDT/,
  },
  {
    field: 'fees (closing)',
    of: 'position',
    keys: ['closeFee'],
    on: 'pastPosition',
    label: 'Closing fee',
    shown: /−3\.1 USDT/,
  },
  {
    field: 'fees (overnight)',
    of: 'position',
    keys: ['overnightFee'],
    on: 'profit',
    label: 'Overnight fee',
    shown: /≈ −0\.5 USDT/,
  },
  {
    field: 'risk rate',
    of: 'position',
    keys: ['maintenanceRate', 'margin'],
    on: 'positions',
    label: null,
    shown: /^Risk rate \d+\.\d%$/,
  },
  { field: 'opening time', of: 'position', keys: ['openedAt'], on: 'positions', label: 'Opened', shown: /Nov 20/ },
  { field: 'closing type', of: 'closing', keys: ['reason'], on: 'closing', label: 'Closing type', shown: /Stop-loss/ },
];

const robotFields: readonly Specified[] = [
  { field: 'name', of: 'robot', keys: ['name'], on: 'robotSettings', label: null, shown: /^BTC grid 1$/ },
  {
    field: 'purchase time',
    of: 'detail',
    keys: ['startedAt'],
    on: 'robotSettings',
    label: 'Started',
    shown: /Nov 8, 2026/,
  },
  {
    field: 'purchase amount',
    of: 'detail',
    keys: ['putIn'],
    on: 'robotPerformance',
    label: 'Put in',
    shown: /3,000\.00 USDT/,
  },
  { field: 'cycle', of: 'detail', keys: ['cycleMinutes'], on: 'robotSettings', label: 'Cycle', shown: /Every 15 min/ },
  {
    field: 'cycle of a product',
    of: 'product',
    keys: ['cycleChoices'],
    on: 'robotProducts',
    label: null,
    shown: /^Cycle: Every 1 min to 4 h$/,
  },
  {
    field: 'usage count',
    of: 'detail',
    keys: ['ownUsageCount'],
    on: 'robotSettings',
    label: 'Usage count',
    shown: /3 times by you/,
  },
  {
    field: 'usage count of a product',
    of: 'product',
    keys: ['usageCount'],
    on: 'robotProducts',
    label: null,
    shown: /^318 uses$/,
  },
  {
    field: 'service fee',
    of: 'detail',
    keys: ['serviceShare', 'serviceFee'],
    on: 'robotSettings',
    label: 'Service fee',
    shown: /10% of the profit/,
  },
  { field: 'daily earnings', of: 'day', keys: ['day', 'income'], on: 'robotIncome', label: null, shown: /^\+9\.62$/ },
];

/** What visible elements say: those under a name of their own, or all that say it in one piece. */
function textsUnder(label: string | null): string[] {
  const all = label === null ? [...document.querySelectorAll('*')] : [...document.querySelectorAll('dt')];
  const named = label === null ? all : all.filter((name) => name.textContent.trim() === label);
  return named
    .filter((element) => element.checkVisibility())
    .map((element) => (label === null ? element : (element.parentElement ?? element)).textContent.trim());
}

beforeEach(() => {
  session.set({ token: 'token', account: '100001' });
  if (amountsHidden.get()) toggleHiddenAmounts();
  playHub();
});
afterEach(() => session.set(null));

describe.each([
  [
    'a contract position',
    'lots (hands), leverage, side long or short, margin, opening price, mark price, take-profit price, stop-loss price, PNL, fees (opening, closing, overnight), risk rate, opening time, closing type',
    positionFields,
  ],
  [
    'a quant AI machine',
    'name, purchase time and amount, cycle, usage count, service fee, daily earnings',
    robotFields,
  ],
] as const)('%s', (_, specification, fields) => {
  test('has a row for each field of the specification', () => {
    const rows = new Set(fields.map(({ field }) => field));
    const wanted = specification
      .replace('fees (opening, closing, overnight)', 'fees (opening), fees (closing), fees (overnight)')
      .replace('purchase time and amount', 'purchase time, purchase amount')
      .split(', ');
    expect(wanted.filter((field) => !rows.has(field))).toEqual([]);
  });

  test.each(fields.map((row) => [row.field, row] as const))(
    'shows its %s',
    async (__, { of, keys, on, label, shown }) => {
      for (const key of keys) expect(Object.keys(answered[of])).toContain(key);
      await screens[on]();
      await expect.poll(() => textsUnder(label)).toContainEqual(expect.stringMatching(shown));
    },
  );
});
