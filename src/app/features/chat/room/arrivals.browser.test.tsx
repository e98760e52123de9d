import { page } from 'vitest/browser';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import type { ChatMessage } from '#protocol/chat/entities.ts';
import { renderScreen } from '#app/features/account/testing-screens.tsx';
import { Arrivals } from './arrivals.tsx';

function message(number: number, parts: Partial<ChatMessage>): ChatMessage {
  return {
    group: '1',
    number,
    key: `key ${number}`,
    author: { handle: 'handle-Ada', nickname: 'Ada', maskedId: '10****07', avatar: null },
    house: null,
    text: '',
    image: null,
    reply: null,
    mentions: [],
    at: Date.UTC(2026, 0, 5) + number * 60_000,
    removed: null,
    ...parts,
  };
}

test('a message is announced with its words, a line of the house with the reader’s', async () => {
  const screen: { show: (all: readonly ChatMessage[]) => void } = { show: () => undefined };
  const before = [message(1, { text: 'hello' })];
  function Screen() {
    const [messages, setMessages] = useState<readonly ChatMessage[]>(before);
    useEffect(() => {
      screen.show = setMessages;
    }, []);
    return <Arrivals messages={messages} me="handle-Ben" />;
  }
  await renderScreen('/pages/usreMei/chat', Screen, {});
  const announced = page.getByRole('status').first();
  await expect.element(announced).toHaveTextContent('');
  const asked = message(2, { house: 'order-question' });
  screen.show([...before, asked]);
  await expect
    .element(announced)
    .toHaveTextContent('Ada: Which bank or account did you pay from, and in whose name? Please answer here.');
  const paid = message(3, { house: 'order-paid', author: null });
  screen.show([...before, asked, paid]);
  await expect.element(announced).toHaveTextContent('Dunlin: The buyer marked the order as paid.');
  screen.show([...before, asked, paid, message(4, { text: 'sent' })]);
  await expect.element(announced).toHaveTextContent('Ada: sent');
});
