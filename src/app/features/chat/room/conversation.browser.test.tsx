import { userEvent, page } from 'vitest/browser';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import type { ChatMessage } from '#protocol/chat/entities.ts';
import { renderScreen } from '#app/features/account/testing-screens.tsx';
import { Conversation, type ConversationHandle } from './conversation.tsx';
import { MessageRow } from './message-row.tsx';
import { type Row, timeline } from './timeline.ts';

const user = (name: string) => ({ handle: `handle-${name}`, nickname: name, maskedId: '10****07', avatar: null });

/** Messages of all sorts: short and long, with quotes, links and names. */
function message(number: number): ChatMessage {
  const author = user(number % 3 === 0 ? 'Ada' : 'Ben');
  const long = 'Some words that go on over several lines of a bubble, as people write them. '.repeat(number % 4);
  const quote = { number: 1, author: user('Ada'), text: 'what was said before', image: false, gone: false };
  return {
    group: '1',
    number,
    key: `key ${number}`,
    author,
    house: null,
    text: `message ${number} ${long}${number % 7 === 0 ? 'https://example.com/page' : ''}${number % 5 === 0 ? ' @Ada' : ''}`,
    image: null,
    reply: number % 6 === 0 ? quote : null,
    mentions: number % 5 === 0 ? [{ handle: 'handle-Ada', name: 'Ada' }] : [],
    at: Date.UTC(2026, 0, 5) + number * 60_000,
    removed: null,
  };
}

const messages = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => message(from + index));
const rowsOf = (all: readonly ChatMessage[]) =>
  timeline({ messages: all, waiting: [], me: 'handle-Ben', readThrough: null, hoursAt: () => 8, isWhole: false });

interface Stage {
  readonly show: (all: readonly ChatMessage[]) => void;
  readonly opened: number[];
  readonly older: number[];
  readonly handle: { current: ConversationHandle | null };
  readonly scroller: HTMLElement;
}

async function stage(first: readonly ChatMessage[]): Promise<Stage> {
  const screen: { show: Stage['show'] } = { show: () => undefined };
  const opened: number[] = [];
  const older: number[] = [];
  const handle = { current: null as ConversationHandle | null };
  function Screen() {
    const [rows, setRows] = useState<readonly Row[]>(() => rowsOf(first));
    useEffect(() => {
      Object.assign(screen, { show: (all: readonly ChatMessage[]) => setRows(rowsOf(all)) });
    }, []);
    return (
      <div style={{ display: 'flex', height: 560, width: 360 }}>
        <Conversation
          ref={handle}
          rows={rows}
          label="Messages"
          newCount={0}
          isLoadingOlder={false}
          olderFailed={false}
          onOlder={() => older.push(1)}
          onAtEnd={() => undefined}
          render={(row) =>
            row.is === 'message' ? (
              <MessageRow
                message={row.message}
                me="handle-Ben"
                isOwn={row.isOwn}
                isFirst={row.isFirst}
                isMarked={false}
                onMenu={({ number }) => opened.push(number)}
                onJump={() => undefined}
                onReport={() => undefined}
                onPicture={() => undefined}
              />
            ) : null
          }
        />
      </div>
    );
  }
  await renderScreen('/pages/usreMei/chat', Screen, {});
  const scroller = page.getByRole('log').element() as HTMLElement;
  await expect.poll(() => scroller.querySelectorAll('[role=article]').length).toBeGreaterThan(3);
  return { show: (all) => screen.show(all), opened, older, handle, scroller };
}

const frames = async (count: number) => {
  for (let done = 0; done < count; done += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
};
/** Position of a message from the top of the list. */
function topOf(scroller: HTMLElement, number: number): number | null {
  const found = [...scroller.querySelectorAll('[role=article]')].find((one) =>
    one.textContent.includes(`message ${number} `),
  );
  return found === undefined
    ? null
    : Math.round(found.getBoundingClientRect().top - scroller.getBoundingClientRect().top);
}
const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) => scrollHeight - scrollTop - clientHeight < 3;

test('begins at the end and follows it; who reads further up stays where they are', async () => {
  const { show, scroller } = await stage(messages(500, 560));
  await expect.poll(() => isAtEnd(scroller) && topOf(scroller, 560) !== null).toBe(true);
  show(messages(500, 561));
  await expect.poll(() => isAtEnd(scroller) && topOf(scroller, 561) !== null).toBe(true);
  scroller.scrollTop -= 1_200;
  await frames(4);
  const [first] = [...scroller.querySelectorAll('[role=article]')].filter(
    (one) => one.getBoundingClientRect().top > 100,
  );
  const number = Number(/message (\d+) /.exec(first?.textContent ?? '')?.[1]);
  const before = topOf(scroller, number);
  show(messages(500, 562));
  await frames(6);
  expect(topOf(scroller, number)).toBe(before);
});

test('the past comes in above what is read, and nothing of it moves', async () => {
  const { show, scroller, older } = await stage(messages(500, 560));
  await expect.poll(() => isAtEnd(scroller)).toBe(true);
  scroller.scrollTop = 200;
  await expect.poll(() => older.length).toBeGreaterThan(0);
  await frames(6);
  const seen = [502, 503, 504, 505, 506].find((number) => (topOf(scroller, number) ?? -1) > 0) ?? 0;
  const before = topOf(scroller, seen) ?? Number.NaN;
  show(messages(450, 560));
  await frames(8);
  const after = topOf(scroller, seen) ?? Number.NaN;
  expect(Math.abs(after - before)).toBeLessThanOrEqual(1);
});

test('keys go from message to message and open the menu; a quote leads to what it quotes', async () => {
  const { scroller, opened, handle } = await stage(messages(1, 400));
  await expect.poll(() => topOf(scroller, 400)).not.toBe(null);
  const focused = () => /message (\d+) /.exec(document.activeElement?.textContent ?? '')?.[1];
  scroller.querySelector<HTMLElement>('[data-talk][tabindex="0"]')?.focus();
  await expect.poll(focused).toBe('400');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.poll(focused).toBe('398');
  await userEvent.keyboard('{Enter}');
  expect(opened).toEqual([398]);
  await userEvent.keyboard('{Home}');
  await expect.poll(focused).toBe('1');
  expect(handle.current?.show('number 200')).toBe(false);
  expect(
    handle.current?.show(
      rowsOf(messages(1, 400)).find((row) => row.is === 'message' && row.message.number === 200)?.key ?? '',
    ),
  ).toBe(true);
  await expect.poll(focused).toBe('200');
  const top = topOf(scroller, 200) ?? -1;
  expect(top > 0 && top < 560).toBe(true);
});

test('the end stays in view when the viewport shrinks, and a message being read stays where it is', async () => {
  const { scroller } = await stage(messages(1, 40));
  const below = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
  await expect.poll(below).toBeLessThan(2);
  const place = scroller.closest<HTMLElement>('[style*="560px"]');
  if (place === null) throw new Error('no place');
  // Little by little, as a banner and a picture that was chosen take it.
  for (const height of [516, 440, 360]) {
    await frames(8);
    place.style.height = `${height}px`;
    await frames(8);
    expect(below()).toBeLessThan(2);
  }
  scroller.scrollTop -= 600;
  await frames(8);
  const before = scroller.scrollTop;
  place.style.height = '300px';
  await frames(4);
  expect(scroller.scrollTop).toBe(before);
});
