import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Ticket, TicketReply, TicketThread } from '#protocol/tickets/entities.ts';
import { ticketsOpenMax } from '#protocol/core/limits.ts';
import { writeDevice } from '#app/platform/storage/device-store.ts';
import { outboxMax, waitingCount } from '#app/platform/offline/outbox-store.ts';
import { exchangeSilent } from '#app/platform/offline/reachability.ts';
import { signIn } from '#app/platform/session/sign-in.ts';
import { wipeDevice } from '#app/platform/storage/wipe.ts';
import { Toaster } from '#app/ui/overlays/Toaster.tsx';
import { ConfirmHost } from '#app/ui/overlays/confirm.tsx';
import { type Answer, renderScreen } from '../account/testing-screens.tsx';
import { NewTicketScreen } from './new-ticket-screen.tsx';
import { TicketScreen } from './ticket-screen.tsx';
import { TicketsScreen } from './tickets-screen.tsx';

const at = Date.parse('2026-07-01T12:00:00Z');
const clientId = 'a'.repeat(32);

const config: Answer = { data: { pcUrl: null, mode: 'practice', features: ['support'], now: at } };

function order(more: Partial<Ticket> = {}): Ticket {
  const base = { id: '7', clientId, title: 'Deposit', state: 'open', unread: false, at, updatedAt: at } as const;
  return { ...base, reopensUntil: null, ...more };
}

function reply(id: string, more: Partial<TicketReply>): TicketReply {
  return { id, clientId: null, from: 'support', kind: 'text', text: 'Hello', images: [], at, ...more };
}

function thread(more: Partial<TicketThread> = {}): TicketThread {
  return { order: order(), description: 'Where is it?', images: [], replies: [], ...more };
}

function showThread(shown: TicketThread) {
  const list = { data: { list: [shown.order], next: null, thread: shown } };
  return renderScreen('/pages/workOrder/details', () => <TicketScreen id="7" />, {
    'GET web/config': config,
    'GET worker/order/list': list,
  });
}

beforeEach(async () => {
  await wipeDevice(new QueryClient());
  signIn('token', '100007');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a thread', () => {
  test('shows both sides in order, and what is hostile as the text it is', async () => {
    const hostile = '<img src=x onerror="document.title=1"> javascript:alert(1) https://evil.example \u202Eabc';
    await showThread(
      thread({
        order: order({ state: 'waiting', title: hostile }),
        replies: [reply('1', { text: hostile }), reply('2', { from: 'person', clientId, text: 'Thank you' })],
      }),
    );
    await expect.element(page.getByRole('heading', { level: 2, name: /^<img src=x onerror=/ })).toBeVisible();
    const said = page.getByRole('list', { name: 'Conversation' }).getByRole('listitem').elements();
    expect(said.map((each) => each.querySelector('span')?.textContent)).toEqual(['You', 'Customer service', 'You']);
    expect(document.querySelectorAll('main img, main a')).toHaveLength(0);
    await expect.element(page.getByText(/Only the operator of this exchange can reply/)).toBeVisible();
    await expect.element(page.getByText('Waiting for customer service.')).toBeVisible();
  });

  test('says that nothing was written, and takes no empty reply', async () => {
    exchangeSilent();
    await showThread(thread());
    await userEvent.click(page.getByRole('button', { name: 'Send', exact: true }));
    await expect.element(page.getByText('Write a reply.')).toBeVisible();
    await expect.element(page.getByLabelText('Reply')).toHaveFocus();
    await userEvent.fill(page.getByLabelText('Reply'), ' \u202E ');
    await userEvent.click(page.getByRole('button', { name: 'Send', exact: true }));
    await expect.element(page.getByText('Write a reply.')).toBeVisible();
  });

  test('that is closed for good leads to a new one', async () => {
    const closed = reply('1', { kind: 'closed', text: 'It arrived.' });
    await showThread(thread({ order: order({ state: 'closed', reopensUntil: 1 }), replies: [closed] }));
    await expect.element(page.getByText('Customer service closed it')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'New ticket' })).toBeVisible();
    expect(page.getByLabelText('Reply').elements()).toHaveLength(0);
  });

  test('of another user is not found', async () => {
    await renderScreen('/pages/workOrder/details', () => <TicketScreen id="8" />, {
      'GET web/config': config,
      'GET worker/order/list': { refusal: 'notFound' },
    });
    await expect.element(page.getByText('Ticket not found')).toBeVisible();
  });
});

describe('a device that takes nothing more', () => {
  /** Asks to close the order, and agrees. */
  async function close(): Promise<void> {
    // As in the shell: questions and messages lie over the screen.
    await renderScreen(
      '/pages/workOrder/details',
      () => (
        <>
          <TicketScreen id="7" />
          <ConfirmHost />
          <Toaster />
        </>
      ),
      {
        'GET web/config': config,
        'GET worker/order/list': { data: { list: [order()], next: null, thread: thread() } },
      },
    );
    await expect.element(page.getByText('Where is it?')).toBeVisible();
    exchangeSilent();
    await userEvent.click(page.getByRole('button', { name: 'Close ticket' }));
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Close ticket' }));
  }

  test('says that a ticket was not closed while too much waits', async () => {
    exchangeSilent();
    const one = { kind: 'chat-mark', input: { group: '1', through: 1 }, failures: 0, at };
    const list = Array.from({ length: outboxMax }, (_, index) => ({ ...one, id: String(index) }));
    await writeDevice('outbox.100007', list);
    await close();
    await expect.element(page.getByText('The ticket was not closed')).toBeVisible();
    await expect.element(page.getByText(/^Too much is waiting on this device/)).toBeVisible();
    expect(await waitingCount()).toBe(outboxMax);
  });

  test('says that a ticket was not closed when it cannot write', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The quota is exceeded', 'QuotaExceededError');
    });
    await close();
    await expect.element(page.getByText('The ticket was not closed')).toBeVisible();
    await expect.element(page.getByText(/^Free some space on this device/)).toBeVisible();
  });
});

describe('the list', () => {
  test('labels unread replies', async () => {
    const list = [order({ unread: true, state: 'answered' }), order({ id: '6', title: 'Old', state: 'closed' })];
    await renderScreen('/pages/workOrder/index', TicketsScreen, {
      'GET worker/order/list': { data: { list, next: null, thread: null } },
    });
    await expect.element(page.getByRole('link', { name: /Deposit.*Answered.*Unread reply/ })).toBeVisible();
    expect(page.getByRole('link', { name: /Old.*Unread/ }).elements()).toHaveLength(0);
  });

  test('holds what waits on this device', async () => {
    // Without an exchange nothing is sent.
    await renderScreen('/pages/workOrder/index', NewTicketScreen, {});
    await userEvent.fill(page.getByLabelText('Title'), 'Kept here');
    await userEvent.fill(page.getByLabelText('Description'), 'Not sent');
    exchangeSilent();
    await userEvent.click(page.getByRole('button', { name: /^Send/ }));
    await expect.poll(() => waitingCount()).toBe(1);
    await renderScreen('/pages/workOrder/index', TicketsScreen, {});
    await userEvent.click(page.getByRole('button', { name: /Kept here.*Waiting for a connection/ }));
    await expect.element(page.getByRole('dialog').getByText('Not sent', { exact: true })).toBeVisible();
  });
});

test('a new order is not begun while too many are open', async () => {
  const list = Array.from({ length: ticketsOpenMax }, (_, index) => order({ id: String(index + 1) }));
  await renderScreen('/pages/workOrder/index', NewTicketScreen, {
    'GET web/config': config,
    'GET worker/order/list': { data: { list, next: null, thread: null } },
  });
  const reason = `You have ${ticketsOpenMax} open tickets. Close one first.`;
  await expect.element(page.getByText(reason)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send ticket' })).toHaveAttribute('aria-disabled', 'true');
});
