import { describe, expect, it } from 'vitest';
import { defaultTradeChoice, readTradeChoice } from './trade-choice.ts';

describe('the remembered choice', () => {
  it('is as by default where nothing or nonsense is stored', () => {
    for (const text of [null, '', 'null', '[]', '{"pair":"a b","side":1,"grouping":7,"display":"none"}', '{']) {
      expect(readTradeChoice(text)).toEqual(defaultTradeChoice);
    }
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
    } as const;
    expect(readTradeChoice(JSON.stringify(choice))).toEqual(choice);
  });
});
