import { type Duty, oneDuty } from './duty.ts';

/** Trading and its prices. */
export const marketDuties: readonly Duty[] = [
  {
    name: 'spot.<pair>',
    per: 'pair',
    areas: ['markets/spot'],
    tables: ['spot_orders', 'trades', 'spot_fill_marks', 'spot_fill_minutes', 'spot_delisting_notices'],
    memory:
      'the book and commands that wait for a batch, which an engine that waits may have; replicas of books that are elsewhere, and notices of filled orders of the last second',
    fence: { by: 'writer', writer: 'spot' },
  },
  {
    name: 'contracts.<contract>',
    per: 'contract',
    areas: ['markets/contracts'],
    tables: [
      'contract_orders',
      'contract_positions',
      'contract_closings',
      'contract_nets',
      'contract_trades',
      'contract_notices_due',
    ],
    memory:
      'the book, positions and their triggers, the mark price, liquidations that wait, and commands for a batch, which an engine that waits may have; replicas of contracts that are elsewhere',
    fence: { by: 'writer', writer: 'contracts' },
  },
  oneDuty(
    'shared markets',
    ['cluster/placement', 'cluster/workers'],
    [],
    'which engines there are, what each of them runs, and commands on their way to them',
  ),
  oneDuty(
    'options',
    ['markets/options'],
    ['option_ticks', 'option_rounds', 'option_entries'],
    'the rounds that run, and the last tick of each chain of proofs',
  ),
  oneDuty('prices', ['markets/prices'], [], 'what each source reported last, and the worker that asks them'),
  oneDuty(
    'candles',
    ['markets/candles'],
    ['market_minutes', 'market_minute_checks', 'market_runs'],
    'tickers, last trades, open candles, and minutes that are counted again after a doubt',
  ),
  oneDuty('rates', ['markets/rates'], ['platform_rates', 'platform_rate_history'], 'the rates that are published'),
  oneDuty(
    'robots',
    ['markets/robots'],
    ['robots', 'robot_coins', 'robot_orders', 'robot_trades', 'robot_values', 'robot_days', 'robot_records'],
    'the prices and candles that each robot waits for, and whose turn it is',
  ),
];

/** What is not real, in practice mode. */
export const practiceDuties: readonly Duty[] = [
  oneDuty(
    'entropy',
    ['practice/entropy'],
    ['entropy_chains', 'simulated_levels', 'entropy_mark'],
    'the chains of this hour and how far they are drawn',
  ),
  oneDuty('makers', ['practice'], [], 'the quotes of the makers, and commands on their way'),
  oneDuty('practice merchants', ['practice/p2p'], [], 'which order fails, and the pass that runs'),
];
