import { expect, test } from 'vitest';
import type { RobotParameters } from '#protocol/robots/entities/parameters.ts';
import { averagingRobot, gridRobot, pausedRobot } from '../testing-robots.ts';
import { shareLink, sharedParameters, sharedText } from './share-link.ts';

test('parameters of every strategy come out of a link as they went in', () => {
  const rebalance: RobotParameters = { strategy: 'rebalance', minutes: 60, share: 50, drift: '2.5', others: [] };
  const basket: RobotParameters = {
    ...rebalance,
    share: 40,
    others: [
      { pair: 'ETHUSDT', share: 30 },
      { pair: 'SOLUSDT', share: 20 },
    ],
  };
  expect(sharedText(basket)).toBe('60_40_2.5_ETHUSDT-30.SOLUSDT-20');
  const contractGrid: RobotParameters = {
    strategy: 'contract-grid',
    direction: 'neutral',
    leverage: 3,
    lower: '61000',
    upper: '72000',
    lines: 25,
    spacing: 'geometric',
  };
  for (const parameters of [
    basket,
    contractGrid,
    gridRobot.parameters,
    averagingRobot.parameters,
    pausedRobot.parameters,
    rebalance,
  ]) {
    expect(sharedParameters(parameters.strategy, sharedText(parameters))).toEqual(parameters);
  }
});

test('a link leads to the back-test of its strategy and pair', () => {
  const link = shareLink('BTCUSDT', gridRobot.parameters, { origin: 'https://dunlin.example', pathname: '/' });
  expect(link).toBe(
    'https://dunlin.example/#/pages/AI_quantification/quantification_details?strategy=grid&pair=BTCUSDT&shared=61000_72000_25_arithmetic',
  );
});

test.each([
  '',
  '61000',
  '61000_72000_25_other',
  '61000_72000_101_arithmetic',
  '-1_72000_25_arithmetic',
  '0_1_2_arithmetic',
])('what a stranger wrote is left out: %s', (text) => expect(sharedParameters('grid', text)).toBeNull());

test.each([
  '60_40_2.5_ETHUSDT-30.ETHUSDT-20',
  '60_40_2.5_ETHUSDT-30.SOLUSDT-30',
  '60_40_2.5_ETHUSDT-4',
  '60_40_2.5_<b>-30',
  '60_10_2.5_AAAUSDT-10.BBBUSDT-10.CCCUSDT-10.DDDUSDT-10.EEEUSDT-10',
  '60_40_2.5_ETHUSDT-30_',
])('a basket that cannot be is left out: %s', (text) => expect(sharedParameters('rebalance', text)).toBeNull());
