import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TicketThread } from '#protocol/tickets/entities.ts';
import { startJobs } from '../core/jobs/jobs.ts';
import type { Repeating } from '../core/jobs/repeating.ts';
import { photo, testFiles, type TestFiles } from '../accounts/files/testing.ts';
import { readConfig } from '../core/config/config.ts';
import { readTicket } from '../support/tickets/operate-tickets.ts';
import { openTickets } from '../support/tickets/open.ts';
import type { Tickets } from '../support/tickets/tickets.ts';
import { UsageError } from './command.ts';
import { ticketCommands } from './ticket-commands.ts';
import { ticketText } from './text/ticket-text.ts';
import { consoleBeside } from './testing.ts';

let test: TestFiles;
let operator: ReturnType<typeof consoleBeside>;
let orders: Tickets;
let jobs: Repeating;
let folder: string;
let ada: { id: bigint; token: string };
let image: string;
let id: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dunlin-orders-'));
  const logger = pino({ level: 'silent' });
  test = await testFiles((deps) => {
    const notices = { send: async () => undefined, changed: () => undefined };
    const support = openTickets({ ...deps, notices, logger });
    orders = support.tickets;
    jobs = startJobs(support.jobs, { logger });
    return support.calls;
  });
  operator = consoleBeside(test.database);
  ada = await test.user();
  const uploaded = await test.upload(ada.token, await photo(40, 30), { purpose: 'work-order' });
  image = (uploaded.data as { id: string }).id;
  const order = { clientId: 'a'.repeat(32), title: 'Deposit', description: 'Two lines\n#9  closed', images: [image] };
  id = ((await test.call('POST worker/order/add', ada.token, order)).data as TicketThread).order.id;
});
afterAll(async () => {
  await jobs.close();
  await test.close();
  await rm(folder, { recursive: true });
});

it('lists open orders, shows the texts, and saves the images for the operator alone', async () => {
  expect((await operator('ticket', 'list')).said).toMatch(
    new RegExp(`^#${id} {2}open {6}user \\d+ {2}\\S+ {2}Deposit\\n$`),
  );
  const shown = await operator('ticket', 'show', id);
  // User text is indented, so that no line of it can look like console output.
  expect(shown.said).toContain('    | Two lines\n    | #9  closed\n    (1 image)\n');
  expect(shown.said).not.toContain(image);
  const save = path.join(folder, 'images');
  const saved = await operator('ticket', 'show', `#${id}`, '--save', save, '--by', 'grace');
  const file = path.join(save, `ticket-${id}-1.jpg`);
  expect(saved.said).toContain(file);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file)).toEqual((await test.get(ada.token, image)).rawPayload);
  expect((await operator('ticket', 'log', id)).said).toMatch(/looked {4}grace\n/);
});

it('answers and closes; the running exchange notifies the user while the console waits', async () => {
  const answered = await operator('ticket', 'reply', id, 'It', 'is on its way.', '--by', 'grace');
  expect(answered).toMatchObject({ code: 0, said: expect.stringMatching(/^#\d+ {2}answered .*Deposit\n$/) });
  const thread = await orders.read(ada.id, BigInt(id));
  expect(thread?.replies).toMatchObject([{ from: 'support', text: 'It is on its way.' }]);
  expect(JSON.stringify(thread)).not.toContain('grace');
  expect((await operator('ticket', 'list')).said).toBe('No ticket waits.\n');
  expect((await operator('ticket', 'list', '--all')).said).toContain('answered');
  expect((await operator('ticket', 'close', id, 'It arrived.', '--by', 'grace')).code).toBe(0);
  expect(await operator('ticket', 'close', id, 'Again.')).toMatchObject({
    code: 1,
    said: `#${id} is closed already.\n`,
  });
  expect((await operator('ticket', 'log')).said).toMatch(/closed {4}grace: It arrived\.\n.*answered {2}grace\n/);
});

it('says what is wrong with a command', async () => {
  for (const [args, wrong] of [
    [['reply', id], 'The reply is missing'],
    [['reply', id, ' \u202E'], 'The reply is missing'],
    [['reply', id, 'x'.repeat(2_001)], 'The reply takes at most 2000 characters.'],
    [['close', id], 'The reason is missing'],
    [['reply', 'x', 'Hello'], 'Name one ticket by its number.'],
    [['show'], 'Name one ticket by its number.'],
    [['show', '1', '2'], 'Name one ticket by its number.'],
    [['list', '1'], 'ticket list takes no number'],
    [['reply', id, 'Hello', '--by', ' '], '--by needs a name.'],
    [[], 'Say list, show, reply, close or log.'],
    [['constructor'], 'Say list, show, reply, close or log.'],
  ] as const) {
    const running = ticketCommands['ticket']?.run(test.database, args, readConfig({}));
    await expect(running, args.join(' ')).rejects.toThrow(wrong);
    await expect(running).rejects.toBeInstanceOf(UsageError);
  }
  expect(await operator('ticket', 'reply', '999999', 'Hello')).toEqual({
    code: 1,
    said: 'There is no ticket #999999.\n',
  });
});

it('runs the names of the version before, with a warning that names the new command', async () => {
  const listed = (await operator('ticket', 'list', '--all')).said;
  const warning = 'Warning: orders is now ticket list; the next version removes the old name.\n';
  expect(await operator('orders', '--all')).toEqual({ code: 0, said: warning + listed });
  for (const [former, action, ...words] of [
    ['order', 'show'],
    ['answer', 'reply', 'Hello'],
    ['close-order', 'close', 'Hello'],
  ] as const) {
    const { code, said } = await operator(former, '999999', ...words);
    expect(said).toMatch(
      new RegExp(`^Warning: ${former} is now ticket ${action};.*\nThere is no ticket #999999\\.\n$`),
    );
    expect(code).toBe(1);
  }
  expect((await operator('order-log', id)).said).toContain((await operator('ticket', 'log', id)).said);
});

it('shows a user’s text without letting it move the cursor', async () => {
  const found = await readTicket(test.database, BigInt(id));
  if (found === null) throw new Error('it is not there');
  const title = 'good\u001b[2K\rforged';
  const said = ticketText({ ...found.order, title, description: 'a\u202Eb\u001b]0;x\u0007' }, found.replies);
  expect(said).toContain('good\uFFFD[2K\uFFFDforged');
  expect(said).toContain('    | a\uFFFDb\uFFFD]0;x\uFFFD');
});
