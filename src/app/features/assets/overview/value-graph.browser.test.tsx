import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPart } from '#app/ui/testing-text.tsx';
import { ValueGraph } from './value-graph.tsx';

const at = Date.UTC(2026, 10, 1);
const history = [10, 30, 20, 40, 15].map((total, day) => ({
  at: at + day * 86_400_000,
  total: total.toFixed(2),
  flows: '0.00',
}));

afterEach(() => {
  vi.unstubAllGlobals();
});

function Card({ width }: { width: number }) {
  const [chosen, setChosen] = useState<number | null>(null);
  return (
    <div style={{ width }}>
      <ValueGraph history={history} direction={chosen === 2 ? 'down' : 'up'} chosen={chosen} onChoose={setChosen} />
    </div>
  );
}

async function frames(count = 4): Promise<void> {
  for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
}

async function renderGraph(width = 300): Promise<HTMLElement> {
  await renderPart(<Card width={width} />);
  const graph = page.getByRole('slider', { name: 'Value over time' });
  await expect.element(graph).toBeVisible();
  await expect.poll(() => graph.element().querySelector('canvas')).not.toBeNull();
  return graph.element() as HTMLElement;
}

/** Where the dot stands in the graph, as shares of it. */
function dotIn(graph: HTMLElement): { x: number; y: number } {
  const [box, dot] = [graph, graph.querySelector('.u-cursor-pt')!].map((each) => each.getBoundingClientRect());
  return {
    x: ((dot!.left + dot!.right) / 2 - box!.left) / box!.width,
    y: ((dot!.top + dot!.bottom) / 2 - box!.top) / box!.height,
  };
}

function point(graph: HTMLElement, type: string, share: number, pointerType = 'mouse'): void {
  const box = graph.getBoundingClientRect();
  const place = { clientX: box.left + share * box.width, clientY: box.top + 20 };
  graph.dispatchEvent(new PointerEvent(type, { pointerId: 1, pointerType, ...place, bubbles: true }));
}

/** How many pixels of the line have a token's colour. */
function countPixels(graph: HTMLElement, token: string): number {
  const canvas = graph.querySelector('canvas')!;
  const probe = document.createElement('canvas').getContext('2d')!;
  probe.fillStyle = getComputedStyle(graph).getPropertyValue(token).trim();
  probe.fillRect(0, 0, 1, 1);
  const colour = probe.getImageData(0, 0, 1, 1).data;
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  let count = 0;
  for (let place = 0; place < data.length; place += 4)
    if ([0, 1, 2, 3].every((part) => data[place + part] === colour[part])) count += 1;
  return count;
}

test('keys read the line point by point, and the dot goes along', async () => {
  const graph = await renderGraph();
  await frames();
  expect(dotIn(graph).x).toBeCloseTo(1, 1);
  graph.focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '3');
  await frames();
  expect(dotIn(graph).x).toBeCloseTo(0.75, 1);
  // The highest value, below the room at the top.
  expect(dotIn(graph).y).toBeCloseTo(0.08, 1);
  await userEvent.keyboard('{Home}');
  await expect.poll(() => graph.getAttribute('aria-valuetext')).toMatch(/ 10\.00 USDT$/);
  await frames();
  expect(dotIn(graph).y).toBeCloseTo(0.92, 1);
});

test('a mouse and a finger read the nearest point, and let go of it', async () => {
  const graph = await renderGraph();
  const now = () => graph.getAttribute('aria-valuenow');
  point(graph, 'pointermove', 0.3);
  await expect.poll(now).toBe('1');
  await expect.poll(() => getComputedStyle(graph.querySelector('.u-cursor-x')!).display).toBe('block');
  point(graph, 'pointermove', 0.6, 'touch');
  expect(now()).toBe('1');
  point(graph, 'pointerdown', 0.45, 'touch');
  await expect.poll(now).toBe('2');
  point(graph, 'pointercancel', 0.45, 'touch');
  await expect.poll(now).toBe('4');
  expect(getComputedStyle(graph.querySelector('.u-cursor-x')!).display).toBe('none');
});

test('the line has the colour of the change', async () => {
  const graph = await renderGraph();
  await expect.poll(() => countPixels(graph, '--up')).toBeGreaterThan(100);
  expect(countPixels(graph, '--down')).toBe(0);
  point(graph, 'pointermove', 0.5);
  await expect.poll(() => countPixels(graph, '--down')).toBeGreaterThan(100);
});

test('the dot is seen at the end on screens with three pixels to one of the page too', async () => {
  vi.stubGlobal('devicePixelRatio', 3);
  const graph = await renderGraph(301);
  await frames();
  expect(dotIn(graph).x).toBeCloseTo(1, 1);
});
