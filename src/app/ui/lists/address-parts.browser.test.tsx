import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AddressText } from './AddressText.tsx';
import { CopyText } from '../controls/CopyText.tsx';
import { Steps } from '../layout/Steps.tsx';
import { Toaster } from '../overlays/Toaster.tsx';
import { renderPart } from '../testing-text.tsx';
import { toast } from '../overlays/toast.ts';

const address = '0x52908400098527886E0F7030069857D2E4169EE7';

beforeEach(() => toast.clear());

describe('AddressText', () => {
  test('marks the six characters at each end and keeps the text whole', async () => {
    await renderPart(
      <p data-testid="address">
        <AddressText address={address} />
      </p>,
    );
    const shown = page.getByTestId('address').element();
    expect(shown.textContent).toBe(address);
    expect([...shown.querySelectorAll('b')].map((part) => part.textContent)).toEqual(['0x5290', '169EE7']);
  });

  test('in short takes little room, and readers still get all of it', async () => {
    await renderPart(
      <p data-testid="address">
        <AddressText address={address} short />
      </p>,
    );
    const shown = page.getByTestId('address').element();
    expect(shown.textContent).toBe(address);
    expect(shown.querySelector('span')?.getBoundingClientRect().width).toBeLessThan(180);
  });

  test('shows a text shorter than both ends once', async () => {
    await renderPart(
      <p data-testid="address">
        <AddressText address="0x12345" />
      </p>,
    );
    expect(page.getByTestId('address').element().textContent).toBe('0x12345');
  });
});

test('CopyText copies the whole text and says so', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await renderPart(
    <>
      <CopyText text={address} label="Copy the address" short />
      <Toaster />
    </>,
  );
  await page.getByRole('button', { name: 'Copy the address' }).click();
  expect(written).toHaveBeenCalledWith(address);
  await expect.element(page.getByText('Copied')).toBeVisible();
});

test('Steps say which are done, which one is under way and where it ended', async () => {
  await renderPart(
    <Steps
      label="Withdrawal"
      steps={[
        { id: 'review', label: 'Under review', state: 'done', detail: '09:14' },
        { id: 'sent', label: 'Sent', state: 'now', detail: '3 of 6 blocks' },
        { id: 'confirmed', label: 'Confirmed', state: 'ahead' },
      ]}
    />,
  );
  const items = page.getByRole('listitem').elements();
  expect(items.map((item) => item.textContent)).toEqual([
    'Under review Done09:14',
    'Sent In progress3 of 6 blocks',
    'Confirmed Upcoming',
  ]);
  expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'step', null]);
});
