import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import webPush from 'web-push';
import type { BindingRequest } from '#protocol/accounts/entities/binding.ts';
import { Sessions } from '../account/sessions.ts';
import { users } from '../account/tables.ts';
import { startJobs } from '#server/core/jobs/jobs.ts';
import { readContentSet } from '#server/content/content-set.ts';
import { bundledFolder } from '#server/publishing/open.ts';
import { pushBundled } from '#server/publishing/push-content.ts';
import { createNotices, type Notices } from '../notices/notices.ts';
import { deliverNotices } from '../notices/notification-outbox.ts';
import { type TestDatabase, testDatabase } from '#server/core/store/testing.ts';
import { openPush } from './open.ts';
import { queueMessages, sendDue } from './push-messages.ts';
import { isPushService } from './push-service.ts';
import type { PushBinding } from '../security/push-binding.ts';
import { createPushBinding } from './push-subscriptions.ts';
import { deviceForTest, type PushServiceForTest, pushServiceForTest, signedClaims } from './testing.ts';

const keys = { ...webPush.generateVAPIDKeys(), subject: 'mailto:ops@dunlin.example' };
const logger = pino({ level: 'silent' });
type Input = Extract<BindingRequest, { kind: 'push' }>;

let store: TestDatabase;
let service: PushServiceForTest;
let sessions: Sessions;
let notices: Notices;
let binding: PushBinding;
let now = 1_790_000_000_000;

beforeAll(async () => {
  store = await testDatabase();
  service = await pushServiceForTest();
  await pushBundled(store, await readContentSet(bundledFolder), 0);
  sessions = new Sessions(store, () => now);
  notices = createNotices(store, () => now);
  binding = createPushBinding({ database: store, clock: () => now, keys, services: [service.origin] });
  await deliverNotices(store, notices, async () => undefined);
});
afterAll(async () => {
  await service.close();
  await store.close();
});
beforeEach(() => {
  service.received.length = 0;
  service.answer = 201;
  now += 3_600_000;
});

async function user(code: string) {
  const [row] = await store.drizzle
    .insert(users)
    .values({ invitationCode: code, language: 'en', createdAt: 0 })
    .returning({ id: users.id });
  if (row === undefined) throw new Error('nobody');
  const { sessionId, token } = await store.transaction((tx) => sessions.open(tx, row.id, 'Firefox/1', 'password'));
  return { token, caller: { userId: row.id, sessionId, verified: false, merchant: false } };
}

function input(device: ReturnType<typeof deviceForTest>, given: Partial<Input> = {}): Input {
  return {
    kind: 'push',
    endpoint: `${service.origin}/device`,
    p256dh: device.p256dh,
    auth: device.auth,
    kinds: ['account'],
    amounts: false,
    language: 'zh',
    ...given,
  };
}

const received = { payer: 'Ken', amount: '5', asset: 'BTC' };

async function notify(owner: bigint, kind: 'account' | 'trading' = 'account') {
  await store.transaction((tx) => notices.send(tx, owner, kind, 'notice/transfer-received', received));
  await deliverNotices(store, notices, (tx, delivered) => queueMessages(tx, delivered, now));
  await sendDue(store, keys, now);
}

const waiting = async () => (await store.pool.query('SELECT tries, due_at FROM push_messages')).rows;

describe('messages to a device', () => {
  it('are encrypted for it alone, signed, in its language, without an amount unless allowed', async () => {
    const { caller } = await user('A1');
    const device = deviceForTest();
    expect(await binding.bind(caller, input(device))).toEqual({
      key: keys.publicKey,
      kinds: ['account'],
      amounts: false,
    });
    await notify(caller.userId);
    const [message] = service.received;
    if (message === undefined) throw new Error('nothing was sent');
    expect(message.headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm', urgency: 'normal' });
    expect(message.body.includes('Ken')).toBe(false);
    expect(signedClaims(message.headers.authorization ?? '', keys.publicKey)).toMatchObject({
      aud: service.origin,
      sub: keys.subject,
    });
    const published = { title: '收到转账', body: '', notice: expect.stringMatching(/^\d+$/), language: 'zh', at: now };
    expect(device.read(message.body)).toEqual(published);
    expect(await waiting()).toEqual([]);

    await binding.bind(caller, input(device, { amounts: true, language: 'en' }));
    await notify(caller.userId);
    expect(device.read(service.received[1]?.body ?? Buffer.alloc(0))).toMatchObject({ body: 'Ken sent you 5 BTC.' });
  });

  it('are only of the enabled kinds, and only of the user’s account', async () => {
    const [ada, bo] = [await user('B1'), await user('B2')];
    await binding.bind(ada.caller, input(deviceForTest(), { endpoint: `${service.origin}/ada` }));
    await binding.bind(bo.caller, input(deviceForTest(), { endpoint: `${service.origin}/bo`, kinds: ['trading'] }));
    await notify(ada.caller.userId, 'trading');
    await notify(ada.caller.userId);
    await notify(bo.caller.userId);
    expect(service.received.map(({ path }) => path)).toEqual(['/ada']);
    expect(await binding.remove(ada.caller)).toMatchObject({ kinds: [] });
    await notify(ada.caller.userId);
    expect(service.received).toHaveLength(1);
  });

  it('end with the session, and with another user on the same browser', async () => {
    const [ada, bo] = [await user('C1'), await user('C2')];
    const same = { endpoint: `${service.origin}/same` };
    await binding.bind(ada.caller, input(deviceForTest(), same));
    await binding.bind(bo.caller, input(deviceForTest(), same));
    await notify(ada.caller.userId);
    expect(service.received).toHaveLength(0);
    await notify(bo.caller.userId);
    expect(service.received).toHaveLength(1);
    await sessions.end(bo.caller.userId, bo.caller.sessionId);
    await notify(bo.caller.userId);
    expect(service.received).toHaveLength(1);
  });

  it('stop when the service says that the device is gone', async () => {
    const { caller } = await user('D1');
    for (const gone of [404, 410]) {
      await binding.bind(caller, input(deviceForTest()));
      service.answer = gone;
      await notify(caller.userId);
      expect(await binding.read(caller)).toMatchObject({ kinds: [] });
    }
    expect(await waiting()).toEqual([]);
  });

  it('are retried with growing delays, and abandoned in the end', async () => {
    const { caller } = await user('E1');
    await binding.bind(caller, input(deviceForTest()));
    service.answer = 503;
    await notify(caller.userId);
    const dues: number[] = [];
    for (let tried = 1; tried < 5; tried += 1) {
      const [row] = (await waiting()) as { tries: number; due_at: string }[];
      expect(row?.tries).toBe(tried);
      dues.push(Number(row?.due_at) - now);
      await sendDue(store, keys, now);
      expect(service.received, 'not before it is due').toHaveLength(tried);
      now = Number(row?.due_at);
      await sendDue(store, keys, now);
    }
    expect(dues).toEqual([60_000, 120_000, 240_000, 480_000]);
    expect(await waiting()).toEqual([]);
    expect(await binding.read(caller)).toMatchObject({ kinds: ['account'] });
  });

  it('of a long queue wait for the next start on shutdown', async () => {
    const { caller } = await user('G1');
    await binding.bind(caller, input(deviceForTest(), { endpoint: `${service.origin}/queue` }));
    await store.transaction((tx) => notices.send(tx, caller.userId, 'account', 'notice/transfer-received', received));
    await deliverNotices(store, notices, async () => undefined);
    await store.pool.query(
      `INSERT INTO push_messages (session, notice, due_at)
       SELECT $1, (SELECT max(id) FROM notices), $2 FROM generate_series(1, 400)`,
      [caller.sessionId, now],
    );
    const push = openPush({ database: store, clock: () => now, keys, services: [service.origin] });
    const jobs = startJobs(push.jobs, { logger });
    await vi.waitFor(() => expect(service.received.length).toBeGreaterThan(0), { timeout: 10_000, interval: 5 });
    await jobs.close();
    const left = (await waiting()).length;
    expect(left).toBeGreaterThan(200);
    expect(left + service.received.length).toBe(400);
    await store.pool.query('DELETE FROM push_messages');
  });

  it('go only to push services', () => {
    const services = ['fcm.googleapis.com', '*.push.services.mozilla.com'];
    for (const good of [
      'https://fcm.googleapis.com/fcm/send/x',
      'https://updates.push.services.mozilla.com/wpush/v2/x',
    ]) {
      expect(isPushService(good, services), good).toBe(true);
    }
    for (const bad of [
      'http://fcm.googleapis.com/x',
      'https://fcm.googleapis.com:8443/x',
      'https://fcm.googleapis.com@10.0.0.1/x',
      'https://fcm.googleapis.com.evil.example/x',
      'https://evilpush.services.mozilla.com.example/',
      'https://push.services.mozilla.com/',
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'file:///etc/passwd',
      'javascript:alert(1)',
      '',
    ]) {
      expect(isPushService(bad, services), bad).toBe(false);
    }
  });

  it('cannot be subscribed to when not configured, or for another address', async () => {
    const { caller } = await user('F1');
    const off = createPushBinding({ database: store, clock: () => now, keys: null, services: [service.origin] });
    expect(await off.read(caller)).toEqual({ key: null, kinds: [], amounts: false });
    await expect(off.bind(caller, input(deviceForTest()))).rejects.toMatchObject({ codeName: 'operationFailed' });
    const inside = input(deviceForTest(), { endpoint: 'https://169.254.169.254/latest' });
    await expect(binding.bind(caller, inside)).rejects.toMatchObject({ codeName: 'operationFailed' });
    // No point of the curve: the first message could not be encrypted, and the device would be gone with it.
    const unusable = input(deviceForTest(), { p256dh: `B${'A'.repeat(86)}` });
    await expect(binding.bind(caller, unusable)).rejects.toMatchObject({ codeName: 'operationFailed' });
  });
});
