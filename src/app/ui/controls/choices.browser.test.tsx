import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Chips } from './Chips.tsx';
import { PickerList } from './PickerList.tsx';
import { Segmented } from './Segmented.tsx';
import { Slider } from './Slider.tsx';
import { TabPanel, Tabs } from '../layout/Tabs.tsx';
import { fingerOn, pause } from '../testing-finger.ts';
import { renderPart } from '../testing-text.tsx';

function SliderExample() {
  const [value, setValue] = useState(25);
  return <Slider label="Share" value={value} onChange={setValue} />;
}

function TabsExample() {
  const [value, setValue] = useState('open');
  const items = [
    { id: 'open', label: 'Open' },
    { id: 'held', label: 'Held' },
    { id: 'past', label: 'Past' },
  ];
  return (
    <>
      <Tabs label="Orders" group="orders" items={items} value={value} onChange={setValue} />
      <TabPanel group="orders" value={value}>
        Here is {value}
      </TabPanel>
    </>
  );
}

function SideExample() {
  const [value, setValue] = useState<'buy' | 'sell'>('buy');
  const items = [
    { id: 'buy', label: 'Buy' },
    { id: 'sell', label: 'Sell' },
  ] as const;
  return <Segmented label="Side" kind="side" items={items} value={value} onChange={setValue} />;
}

describe('Slider', () => {
  test('moves by keys and announces its value as text', async () => {
    await renderPart(<SliderExample />);
    const slider = page.getByRole('slider', { name: 'Share' });
    await expect.element(slider).toHaveAttribute('aria-valuetext', '25%');
    (slider.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(slider).toHaveValue('26');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect.element(slider).toHaveValue('24');
    await userEvent.keyboard('{End}');
    await expect.element(slider).toHaveAttribute('aria-valuetext', '100%');
    await userEvent.keyboard('{Home}');
    await expect.element(slider).toHaveValue('0');
  });

  test('keeps its value where a scroll starts on it, and follows a finger that moves sideways or is lifted', async () => {
    await renderPart(
      <div style={{ height: 2000, paddingTop: 300 }}>
        <SliderExample />
      </div>,
    );
    const slider = page.getByRole('slider', { name: 'Share' });
    const scrolling = await fingerOn(slider, 0.8);
    await scrolling.move(4, -60);
    await scrolling.lift();
    expect(globalThis.scrollY).toBeGreaterThan(20);
    await expect.element(slider).toHaveValue('25');
    const sliding = await fingerOn(slider, 0.3);
    await sliding.move(120, 2);
    await sliding.lift();
    await expect.poll(() => Number((slider.element() as HTMLInputElement).value)).toBeGreaterThan(50);
    const tap = await fingerOn(slider, 0.02);
    await tap.lift();
    await expect.element(slider).toHaveValue('0');
  });

  test('is at least 44 px high', async () => {
    await renderPart(<SliderExample />);
    expect(page.getByRole('slider').element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  });
});

describe('Chips', () => {
  test('choose nothing for a finger that moved', async () => {
    const chosen = vi.fn();
    const items = ['10', '50', '100'].map((id) => ({ id, label: id }));
    await renderPart(<Chips label="Amounts" items={items} value={null} onChange={chosen} />);
    const amount = page.getByRole('radio', { name: '50' });
    const moved = await fingerOn(amount);
    await moved.move(11, 0);
    await moved.lift();
    await pause(100);
    expect(chosen).not.toHaveBeenCalled();
    const still = await fingerOn(amount);
    await still.lift();
    await expect.poll(() => chosen.mock.calls).toEqual([['50']]);
  });
});

describe('Tabs', () => {
  test('are one stop, and arrow keys, Home and End choose', async () => {
    await renderPart(<TabsExample />);
    await page.getByRole('tab', { name: 'Open' }).click();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(page.getByRole('tab', { name: 'Held' })).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByRole('tabpanel', { name: 'Held' })).toHaveTextContent('Here is held');
    await userEvent.keyboard('{End}');
    await expect.element(page.getByRole('tab', { name: 'Past' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(page.getByRole('tab', { name: 'Open' })).toHaveFocus();
    const stops = [...document.querySelectorAll<HTMLElement>('[role=tab]')].filter((tab) => tab.tabIndex === 0);
    expect(stops).toHaveLength(1);
  });
});

describe('Segmented', () => {
  test('is a group of radios of which the sides carry their colours', async () => {
    await renderPart(<SideExample />);
    const buy = page.getByRole('radio', { name: 'Buy' });
    const sell = page.getByRole('radio', { name: 'Sell' });
    const colours = () => [buy, sell].map((radio) => getComputedStyle(radio.element()).backgroundColor);
    const [chosen] = colours();
    await expect.element(buy).toBeChecked();
    (buy.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(sell).toBeChecked();
    await expect.element(sell).toHaveFocus();
    await expect.poll(() => colours()[1]).toBe('rgb(207, 47, 72)');
    expect(chosen).toBe('rgb(10, 125, 84)');
  });
});

describe('PickerList', () => {
  test('finds by letters without their accents, and by other names', async () => {
    const options = [
      { value: 'VN', label: 'Việt Nam', keywords: 'Vietnam' },
      { value: 'DE', label: 'Đức', keywords: 'Germany' },
    ] as const;
    await renderPart(
      <PickerList label="Country" value={null} options={options} searchable onChange={() => undefined} />,
    );
    const names = () =>
      page
        .getByRole('radio')
        .elements()
        .map((option) => option.textContent);
    for (const [typed, name] of [
      ['viet nam', 'Việt Nam'],
      ['duc', 'Đức'],
      ['german', 'Đức'],
    ] as const) {
      await page.getByRole('searchbox').fill(typed);
      await expect.poll(names).toEqual([name]);
    }
    // What is typed is not to be taken for the words that stand there before.
    const field = page.getByRole('searchbox').element();
    expect(getComputedStyle(field).color).toBe(getComputedStyle(document.body).color);
  });
});
