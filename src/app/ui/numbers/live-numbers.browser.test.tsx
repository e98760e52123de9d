import { createRef } from 'react';
import '../tokens.css';
import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { DepthRow, type DepthRowHandle } from '../lists/DepthRow.tsx';
import { PriceText, type PriceTextHandle } from './PriceText.tsx';
import { renderPart } from '../testing-text.tsx';
import { VirtualList } from '../lists/VirtualList.tsx';
import { startWatch, type Timed } from '../../../../tests/pace.ts';

describe('PriceText', () => {
  test('takes ticks without React, and React still takes over after them', async () => {
    const handle = createRef<PriceTextHandle>();
    const screen = await renderPart(<PriceText ref={handle} text="1.0" coloured />);
    const cell = page.getByText('1.0').element();
    handle.current?.set('1.1', 1);
    expect(cell.textContent).toBe('1.1');
    expect(cell.getAttribute('data-direction')).toBe('up');
    await screen.rerender(<PriceText ref={handle} text="1.2" coloured />);
    expect(cell.textContent).toBe('1.2');
  });

  test('flashes at most twice a second', async () => {
    const handle = createRef<PriceTextHandle>();
    await renderPart(<PriceText ref={handle} text="1" />);
    const cell = page.getByText('1').element();
    let flashes = 0;
    const observer = new MutationObserver((records) => {
      flashes += records.filter(({ oldValue }) => oldValue === null).length;
    });
    observer.observe(cell, { attributeFilter: ['data-flash'], attributeOldValue: true });
    for (let index = 0; index < 20; index += 1) handle.current?.set(String(index + 2), index % 2 === 0 ? 1 : -1);
    await expect.poll(() => flashes).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 520));
    handle.current?.set('99', 1);
    handle.current?.set('98', -1);
    await expect.poll(() => flashes).toBe(2);
    observer.disconnect();
  });

  test('tints the cell that changed and no other, in its direction, for 250 ms and without an animation', async () => {
    const [rising, falling, still] = [1, 2, 3].map(() => createRef<PriceTextHandle>());
    await renderPart(
      <>
        <PriceText ref={rising} text="10" />
        <PriceText ref={falling} text="20" />
        <PriceText ref={still} text="30" />
      </>,
    );
    const cells = ['10', '20', '30'].map((text) => page.getByText(text).element() as HTMLElement);
    const [up, down, other] = cells as [HTMLElement, HTMLElement, HTMLElement];
    const look = (cell: HTMLElement) => {
      const { backgroundColor, color } = getComputedStyle(cell);
      return `${backgroundColor} ${color}`;
    };
    const calm = look(up);
    const watch = startWatch();
    const ended = new Promise<Timed>((resolve) => {
      const observer = new MutationObserver(() => {
        if (up.dataset['flash'] !== undefined) return;
        observer.disconnect();
        resolve(watch.stop());
      });
      observer.observe(up, { attributeFilter: ['data-flash'] });
    });
    rising?.current?.set('11', 1);
    falling?.current?.set('19', -1);
    still?.current?.set('31', 0);
    // At once, not by and by: a second look in a later frame is the same.
    const [first, second] = [look(up), look(down)];
    expect(new Set([calm, first, second]).size).toBe(3);
    expect(look(other)).toBe(calm);
    expect(up.getAnimations()).toEqual([]);
    await new Promise(requestAnimationFrame);
    expect([look(up), look(down)]).toEqual([first, second]);
    const { tookMs, allowedMs } = await ended;
    expect(tookMs).toBeGreaterThanOrEqual(234);
    expect(tookMs).toBeLessThan(allowedMs(500));
    expect(cells.map(look)).toEqual([calm, calm, calm]);
  });

  test('does not flash where less motion is asked for', async () => {
    const asked = vi
      .spyOn(globalThis, 'matchMedia')
      .mockImplementation((query) => ({ matches: query === '(prefers-reduced-motion: reduce)' }) as MediaQueryList);
    const handle = createRef<PriceTextHandle>();
    await renderPart(<PriceText ref={handle} text="7" />);
    const cell = page.getByText('7').element() as HTMLElement;
    handle.current?.set('8', 1);
    expect(cell.textContent).toBe('8');
    expect(cell.dataset['flash']).toBeUndefined();
    asked.mockRestore();
  });
});

describe('DepthRow', () => {
  test('is written in place, and a tap picks the price that is shown now', async () => {
    const handle = createRef<DepthRowHandle>();
    const picked: string[] = [];
    await renderPart(
      <DepthRow ref={handle} side="ask" price="10.0" amount="1" depth={0.2} onPick={(price) => picked.push(price)} />,
    );
    handle.current?.set('10.5', '2', 0.4);
    await page.getByRole('button', { name: '10.5 2' }).click();
    expect(picked).toEqual(['10.5']);
    const row = page.getByRole('button').element() as HTMLElement;
    expect(row.querySelector('i')?.style.transform).toBe('scaleX(0.4)');
  });
});

describe('VirtualList', () => {
  test('draws what is in sight, says how many there are, and asks for more at the end', async () => {
    const items = Array.from({ length: 500 }, (_, index) => index);
    let ends = 0;
    await renderPart(
      <VirtualList
        label="Trades"
        items={items}
        keyOf={(item) => item}
        rowHeight={40}
        render={(item) => <div style={{ height: 40 }}>Row {item}</div>}
        onEnd={() => {
          ends += 1;
        }}
      />,
    );
    await expect.element(page.getByText('Row 0', { exact: true })).toBeVisible();
    const rows = page.getByRole('listitem').elements();
    expect(rows.length).toBeLessThan(60);
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('500');
    expect(ends).toBe(0);
    globalThis.scrollTo(0, 40 * 500);
    await expect.element(page.getByText('Row 499')).toBeVisible();
    await expect.poll(() => ends).toBeGreaterThan(0);
    globalThis.scrollTo(0, 0);
  });
});
