import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Minus, TrendingDown, TrendingUp, type LucideIcon } from 'lucide-react';
import type { OptionCycle, OptionDirection, OptionEntry, OptionPhase } from '#protocol/options/entities.ts';
import type { BadgeTone } from '#app/ui/lists/Badge.tsx';

interface DirectionLabel {
  readonly name: MessageDescriptor;
  readonly pool: MessageDescriptor;
  readonly tone: BadgeTone;
  readonly icon: LucideIcon;
}

export const directionLabels: Readonly<Record<OptionDirection, DirectionLabel>> = {
  up: { name: msg`Up`, pool: msg`Up pool`, tone: 'up', icon: TrendingUp },
  flat: { name: msg`Flat`, pool: msg`Flat pool`, tone: 'plain', icon: Minus },
  down: { name: msg`Down`, pool: msg`Down pool`, tone: 'down', icon: TrendingDown },
};

/** The buttons that stake, by direction: each names the round it is for. */
export const nextRoundLabels: Readonly<Record<OptionDirection, MessageDescriptor>> = {
  up: msg`Up, next round`,
  flat: msg`Flat, next round`,
  down: msg`Down, next round`,
};

export const cycleNames: Readonly<Record<OptionCycle, MessageDescriptor>> = {
  30: msg`30 s`,
  60: msg`1 min`,
  120: msg`2 min`,
  300: msg`5 min`,
};

export const phaseNames: Readonly<Record<OptionPhase, MessageDescriptor>> = {
  waiting: msg`Open for entries`,
  'in-progress': msg`In progress`,
  settling: msg`Settling`,
  settled: msg`Settled`,
  void: msg`Void`,
};

export const outcomeNames: Readonly<Record<NonNullable<OptionEntry['outcome']>, MessageDescriptor>> = {
  profit: msg`Profit`,
  loss: msg`Loss`,
  draw: msg`Draw`,
};
