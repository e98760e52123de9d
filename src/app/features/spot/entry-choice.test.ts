import { describe, expect, it } from 'vitest';
import { defaultSpotChoice, newcomersChoice, readSpotChoice } from './entry-choice.ts';

describe('the remembered choice', () => {
  it('is as by default where nothing or nonsense is stored', () => {
    for (const text of ['', 'null', '[]', '{"pair":"a b","side":1,"grouping":7,"display":"none"}', '{']) {
      expect(readSpotChoice(text)).toEqual(defaultSpotChoice);
    }
  });

  it('is a market order with its hint for a newcomer, and a limit order without one for who used an earlier version', () => {
    expect(readSpotChoice(null)).toEqual(newcomersChoice);
    expect(newcomersChoice).toMatchObject({ type: 'market', hint: true });
    expect(readSpotChoice('{"pair":"ETHUSDT"}')).toMatchObject({ type: 'limit', hint: false });
  });

  it('comes back as it was', () => {
    const choice = {
      pair: 'ETHUSDT',
      side: 'sell',
      type: 'market',
      grouping: 100,
      display: 'asks',
      hand: 'left',
      skipConfirm: true,
      hint: true,
    } as const;
    expect(readSpotChoice(JSON.stringify(choice))).toEqual(choice);
  });
});
