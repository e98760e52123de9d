import { describe, expect, it } from 'vitest';
import { mergeRecords, type MovingRecord } from './record-pages.ts';

function record(id: string, at: number, change: Partial<MovingRecord> = {}): MovingRecord {
  return { id, asset: 'USDT', state: 'seen', at, updatedAt: at, ...change };
}

const data = (...pages: MovingRecord[][]) => ({
  pages: pages.map((list, index) => ({ list, next: index === pages.length - 1 ? null : 'more' })),
  pageParams: [null],
});

const idsOf = (merged: ReturnType<typeof mergeRecords>) => merged.pages.map(({ list }) => list.map(({ id }) => id));

describe('mergeRecords', () => {
  it('changes known records in place, on whichever page they are', () => {
    const merged = mergeRecords(data([record('3', 30)], [record('1', 10)]), {}, [
      record('1', 10, { state: 'free', updatedAt: 40 }),
    ]);
    expect(idsOf(merged)).toEqual([['3'], ['1']]);
    expect(merged.pages[1]?.list[0]?.state).toBe('free');
  });

  it('puts new ones in front, newest first', () => {
    expect(idsOf(mergeRecords(data([record('1', 10)]), {}, [record('2', 20), record('3', 30)]))).toEqual([
      ['3', '2', '1'],
    ]);
  });

  it('never goes back to what was true before', () => {
    const merged = mergeRecords(data([record('1', 10, { state: 'free', updatedAt: 40 })]), {}, [record('1', 10)]);
    expect(merged.pages[0]?.list[0]?.state).toBe('free');
  });

  it('keeps to the filter of its list', () => {
    const list = data([record('1', 10)]);
    expect(idsOf(mergeRecords(list, { asset: 'USDT' }, [record('2', 20, { asset: 'BTC' })]))).toEqual([['1']]);
    expect(idsOf(mergeRecords(list, { state: 'seen' }, [record('1', 10, { state: 'free', updatedAt: 11 })]))).toEqual([
      [],
    ]);
  });

  it('leaves to later pages what belongs there', () => {
    const more = { pages: [{ list: [record('5', 50)], next: 'more' }], pageParams: [null] };
    expect(idsOf(mergeRecords(more, {}, [record('2', 20)]))).toEqual([['5']]);
  });
});
