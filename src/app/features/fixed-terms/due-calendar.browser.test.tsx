import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fingerOn } from '#app/ui/testing-finger.ts';
import { renderScreen } from '../account/testing-screens.tsx';
import { CalendarScreen } from '../check-in/calendar-screen.tsx';
import { DueCalendar } from './due-calendar.tsx';

const day = 86_400_000;
const holding = {
  id: '1',
  product: '1',
  asset: 'USDT',
  cycle: 'monthly',
  days: 30,
  dayMs: day,
  ratePpm: 5_000,
  exitPpm: 500_000,
  principal: '500',
  atTerm: '2.4',
  state: 'not-earned',
  day: 0,
  interest: '0',
  cost: '0',
  renews: false,
  renewedAs: null,
  openedAt: Date.now(),
  endsAt: Date.now() + 40 * day,
  closedAt: null,
} as never;

const Calendar = () => <DueCalendar holdings={[holding]} chosen={null} onChoose={() => undefined} />;
const due = () => page.getByText(/^Falls due by/);
const nothing = () => page.getByText(/^Nothing matures by/);
const weeks = () => page.getByRole('table', { name: 'Maturities' });

beforeEach(() => renderScreen('/records', Calendar, {}));

test('turns by a swipe to the left and back by one to the right, no further than its first page', async () => {
  await expect.element(nothing()).toBeVisible();
  const left = await fingerOn(weeks());
  await left.move(-110, 4);
  await left.lift();
  await expect.element(due()).toBeVisible();
  for (let swipe = 0; swipe < 2; swipe += 1) {
    const right = await fingerOn(weeks());
    await right.move(110, -4);
    await right.lift();
  }
  await expect.element(nothing()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Five weeks back' })).toBeDisabled();
});

test('scrolling up or down turns nothing', async () => {
  const finger = await fingerOn(weeks());
  await finger.move(-70, 60);
  await finger.lift();
  await expect.element(nothing()).toBeVisible();
});

test('turns by the arrow keys, from a button or a day, and the next key is heard as well', async () => {
  page.getByRole('button', { name: 'Five weeks on' }).element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(due()).toBeVisible();
  page
    .getByRole('button', { name: /falls due$/ })
    .element()
    .focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(nothing()).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(due()).toBeVisible();
});

test('the sign-in calendar turns the same way', async () => {
  vi.unstubAllGlobals();
  const info = (month: string) => ({ today: '2026-11-25', month, days: [] });
  const answers = { 'GET checkInfo': { data: info('2026-11') }, 'GET chenkDayConfig': { data: {} } };
  await renderScreen('/calendar', CalendarScreen, answers);
  const buttons = page.getByRole('button', { name: 'Month after' });
  await expect.element(buttons).toBeDisabled();
  page.getByRole('button', { name: 'Month before' }).element().focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(buttons).toBeEnabled();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(buttons).toBeDisabled();
});
