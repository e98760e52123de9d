import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localeCodes } from '#protocol/core/locales.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { codeMessage } from './code-message.ts';
import { Sender } from './sender.ts';
import { outbox } from './tables.ts';
import { type Deliver, smtpDelivery, webhookDelivery } from './transports.ts';

let database: TestDatabase;
let now = Date.UTC(2026, 0, 5);
const clock = () => now;
const lines: string[] = [];
const log = {
  info: (text: string) => void lines.push(text),
  warn: (facts: object, text: string) => void lines.push(`${text} ${JSON.stringify(facts)}`),
};

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

function outgoing(body: string) {
  return { channel: 'sms', recipient: '+8613812345678', subject: 's', body, expiresAt: now + 600_000 } as const;
}

async function write(sender: Sender, body: string): Promise<void> {
  await database.transaction((tx) => sender.write(tx, outgoing(body)));
}

describe('the outbox', () => {
  it('keeps a message for the operator without a transport, and logs no code', async () => {
    const sender = new Sender(database, clock, log, {});
    await write(sender, 'code 471100');
    sender.deliverSoon('sms');
    expect(lines).toEqual(['a code waits in the outbox']);
    expect(await sender.list(1)).toMatchObject([{ body: 'code 471100', sentAt: null, tries: 0 }]);
  });

  it('gives up what could not be delivered, once, and only to the recipient it was for', async () => {
    const failing = new Sender(database, clock, log, { sms: () => Promise.reject(new Error('gateway down')) });
    const giveUp = (recipient: string) =>
      database.transaction((tx) => failing.giveUpUndelivered(tx, 'sms', recipient, now - 600_000));
    const { recipient } = outgoing('');
    await database.drizzle.delete(outbox);
    await write(failing, 'never arrives');
    for (let failed = 0; failed < 2; failed += 1) {
      await failing.deliverDue();
      now += 60_000;
    }
    expect(await giveUp(recipient)).toBe(false);
    await failing.deliverDue();
    expect(await giveUp('+8613812340000')).toBe(false);
    expect(await giveUp(recipient)).toBe(true);
    expect(await giveUp(recipient)).toBe(false);
    const sent: string[] = [];
    const mended = new Sender(database, clock, log, { sms: async ({ body }) => void sent.push(body) });
    now += 60_000;
    await mended.deliverDue();
    expect(sent).toEqual([]);
    await database.drizzle.delete(outbox);
  });

  it('keeps no message of a transaction that was rolled back', async () => {
    const sender = new Sender(database, clock, log, {});
    const failing = database.transaction(async (tx) => {
      await sender.write(tx, outgoing('never'));
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect((await sender.list(50)).map(({ body }) => body)).not.toContain('never');
  });

  it('retries after a failure, delivers once and then deletes the text', async () => {
    await database.pool.query('DELETE FROM outbox');
    const delivered: string[] = [];
    let failures = 2;
    const deliver: Deliver = async ({ id, body }) => {
      if (failures > 0) {
        failures -= 1;
        throw new Error('no line');
      }
      delivered.push(`${id} ${body}`);
    };
    const sender = new Sender(database, clock, log, { sms: deliver });
    await write(sender, 'code 471101');
    for (let round = 0; round < 6; round += 1) {
      await sender.deliverDue();
      now += 10_000;
    }
    expect(delivered).toHaveLength(1);
    expect(await sender.list(1)).toMatchObject([{ body: '', tries: 3 }]);
    expect(lines.join(' ')).not.toContain('471101');
  });

  it('gives each message to one of two concurrent senders, and skips expired ones', async () => {
    await database.pool.query('DELETE FROM outbox');
    const delivered: string[] = [];
    const deliver: Deliver = async ({ id }) => void delivered.push(id);
    const senders = [1, 2].map(() => new Sender(database, clock, log, { sms: deliver }));
    for (let count = 0; count < 45; count += 1) await write(senders[0] as Sender, `letter ${count}`);
    await Promise.all(senders.map((sender) => sender.deliverDue()));
    expect(new Set(delivered).size).toBe(45);
    expect(delivered).toHaveLength(45);
    await write(senders[0] as Sender, 'too old');
    now += 600_000;
    await senders[0]?.deliverDue();
    expect(delivered).toHaveLength(45);
  });
});

/** A minimal SMTP server for one message; returns what it received. */
function smtpServer(): { server: Server; outgoing: Promise<string> } {
  const { promise, resolve: received } = Promise.withResolvers<string>();
  const server = createServer((socket) => {
    let data = '';
    let isLetter = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      data += chunk.toString();
      if (isLetter && data.endsWith('\r\n.\r\n')) {
        received(data);
        isLetter = false;
        socket.write('250 taken\r\n');
      } else if (!isLetter && data.endsWith('\r\n')) {
        isLetter = /^DATA/im.test(data);
        const isQuit = /^QUIT/im.test(data);
        data = '';
        socket.write(isLetter ? '354 go on\r\n' : isQuit ? '221 bye\r\n' : '250 fine\r\n');
      }
    });
  });
  return { server, outgoing: promise };
}

describe('transports', () => {
  it('deliver messages by SMTP', async () => {
    const { server, outgoing: received } = smtpServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const deliver = smtpDelivery(`smtp://127.0.0.1:${port}`, 'Dunlin <no-reply@example.com>');
    await deliver({ id: '7', recipient: 'mei@example.com', subject: 'Code', body: 'It is 471102.' });
    const text = await received;
    expect(text).toContain('To: mei@example.com');
    expect(text).toContain('Subject: Code');
    expect(text).toContain('It is 471102.');
    server.close();
  });

  it('deliver messages by webhook, and fail when it does not answer 2xx', async () => {
    const bodies: string[] = [];
    const server = createHttpServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        bodies.push(body);
        response.statusCode = bodies.length === 1 ? 204 : 500;
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const deliver = webhookDelivery(`http://127.0.0.1:${port}/sms`);
    const given = { id: '8', recipient: '+8613812345678', subject: '', body: 'It is 471103.' };
    await deliver(given);
    expect(JSON.parse(bodies[0] ?? '')).toEqual({ id: '8', to: '+8613812345678', text: 'It is 471103.' });
    await expect(deliver(given)).rejects.toThrow('500');
    server.close();
  });
});

it('writes the code message in every language', () => {
  const bodies = localeCodes.map((language) => codeMessage(language, '471104', 600_000).body);
  for (const body of bodies) {
    expect(body).toContain('471104');
    expect(body).toContain('10');
  }
  expect(new Set(bodies).size).toBe(localeCodes.length);
});
