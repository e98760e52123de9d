import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Robot, RobotState, RobotTrade } from '#protocol/robots/entities/robots.ts';
import type { StrategyName } from '#protocol/robots/maths/strategy.ts';
import type { BadgeTone } from '#app/ui/lists/Badge.tsx';

/** What each strategy is called. */
export const strategyLabels: Readonly<Record<StrategyName, MessageDescriptor>> = {
  grid: msg`Spot grid`,
  averaging: msg`Averaging`,
  trend: msg({ message: 'Trend', context: 'robot' }),
  rebalance: msg`Rebalancing`,
  'contract-grid': msg`Contract grid`,
};

/** What each strategy does, in a line. */
export const strategyTexts: Readonly<Record<StrategyName, MessageDescriptor>> = {
  grid: msg`Buys a line lower, sells a line higher, between two prices.`,
  averaging: msg`Buys, buys more when the price falls, and sells all at a profit.`,
  trend: msg`Buys when the price turns up, sells when it falls behind its peak.`,
  rebalance: msg`Keeps one to five coins at their shares of the value.`,
  'contract-grid': msg`Opens a position at each line, takes its profit at the next, with leverage.`,
};

/** The badge of each state. */
export const stateLabels: Readonly<Record<RobotState, { readonly name: MessageDescriptor; readonly tone: BadgeTone }>> =
  {
    running: { name: msg({ message: 'Running', context: 'robot' }), tone: 'accent' },
    paused: { name: msg`Paused, orders cancelled`, tone: 'warn' },
    stopping: { name: msg`Being sold`, tone: 'warn' },
    stopped: { name: msg({ message: 'Ended', context: 'robot' }), tone: 'plain' },
  };

/** Why a position of a robot was closed. */
export const closingLabels: Readonly<Record<NonNullable<RobotTrade['closing']>, MessageDescriptor>> = {
  'take-profit': msg`Profit taken`,
  liquidated: msg`Liquidated`,
  deleveraged: msg`Deleveraged`,
  asked: msg`Closed at the market`,
};

/** Which rule paused or ended a robot; null where its owner did, or none has. */
export function ruleOf({ cause }: Pick<Robot, 'cause'>): MessageDescriptor | null {
  if (cause === 'halt') return msg`pair halted`;
  if (cause === 'stop-loss') return msg`stop-loss reached`;
  if (cause === 'take-profit') return msg`take-profit reached`;
  if (cause === 'delisted') return msg`pair delisted`;
  return null;
}
