import { createRef } from 'react';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DepthRow, type DepthRowHandle } from '../lists/DepthRow.tsx';
import { PriceText, type PriceTextHandle } from './PriceText.tsx';
import { renderPart } from '../testing-text.tsx';
import { VirtualList } from '../lists/VirtualList.tsx';

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
    const animate = cell.animate.bind(cell);
    cell.animate = (...shown) => {
      flashes += 1;
      return animate(...shown);
    };
    for (let index = 0; index < 20; index += 1) handle.current?.set(String(index + 2), index % 2 === 0 ? 1 : -1);
    expect(flashes).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 520));
    handle.current?.set('99', 1);
    handle.current?.set('98', -1);
    expect(flashes).toBe(2);
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
