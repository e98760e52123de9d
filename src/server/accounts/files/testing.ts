import type { LightMyRequestResponse } from 'fastify';
import { Registry } from 'prom-client';
import sharp from 'sharp';
import type { CallName } from '#protocol/calls.ts';
import type { Envelope } from '#protocol/core/envelope.ts';
import { createAuthHandlers } from '../account/calls.ts';
import { accountLimits } from '../rate-limits/account-limits.ts';
import type { AccountDeps } from '../account/deps.ts';
import { createSecondFactor } from '../account/second-factor/second-factor.ts';
import { Sessions } from '../account/sessions.ts';
import type { Clock } from '#server/core/clock/clock.ts';
import type { Handlers } from '#server/core/handler.ts';
import { edgeForTest, handlersForTest } from '#server/http/testing.ts';
import { Sender } from '../mail/sender.ts';
import { testDatabase, type TestDatabase } from '#server/core/store/testing.ts';
import { createFiles, type Files } from './files.ts';
import { createFileHandlers } from './calls.ts';
import { noObjectStores, type ObjectStores } from './object-stores.ts';

/** A form part, possibly hostile. */
interface FormPart {
  readonly name: string;
  readonly content: Buffer | string;
  readonly filename?: string;
  readonly type?: string;
}

/** Users, sessions and files on a real store behind the real HTTP edge; tests control the clock. */
export interface TestFiles {
  readonly database: TestDatabase;
  readonly files: Files;
  readonly sessions: Sessions;
  readonly clock: () => number;
  pass(ms: number): void;
  /** Registers a one-tap user. */
  user(): Promise<{ readonly id: bigint; readonly token: string }>;
  call(name: CallName, token: string, input: object): Promise<Envelope>;
  /** Sends a form of any parts to the upload. */
  sendForm(token: string, parts: readonly FormPart[]): Promise<{ status: number; envelope: Envelope }>;
  /** Uploads one file the way the app does. */
  upload(token: string, content: Buffer, how?: { purpose?: string; type?: string }): Promise<Envelope>;
  get(token: string | null, id: string): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

/**
 * @param others creates the handlers of an area that uses files
 * @param storesOn their store, unless PostgreSQL
 */
export async function testFiles(
  others: (deps: TestDeps) => Partial<Handlers> = () => ({}),
  storesOn: (database: TestDatabase, clock: () => number) => Promise<ObjectStores> = async () => noObjectStores,
): Promise<TestFiles> {
  const database = await testDatabase();
  let now = Date.UTC(2026, 0, 5);
  const clock = () => now;
  const sessions = new Sessions(database, clock);
  const files = createFiles(database, clock, await storesOn(database, clock));
  const app = edgeForTest({
    handlers: handlersForTest({
      ...createAuthHandlers(plainAccounts(database, clock, sessions)),
      ...createFileHandlers({ database, clock, files }),
      ...others({ database, clock, sessions, files }),
    }),
    sessions,
    readFile: (owner, id) => files.read(owner, id),
    metrics: new Registry(),
  });
  const signedIn = (token: string) => ({ authorization: `Bearer ${token}` });

  async function sendForm(token: string, parts: readonly FormPart[]) {
    const boundary = 'test-boundary-7d9e';
    const response = await app.inject({
      method: 'POST',
      url: '/api/api/upload/img',
      headers: { ...signedIn(token), 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: formBody(boundary, parts),
    });
    return { status: response.statusCode, envelope: response.json<Envelope>() };
  }

  return {
    database,
    files,
    sessions,
    clock,
    pass: (ms) => {
      now += ms;
    },
    async user() {
      const answer = await app.inject({ method: 'POST', url: '/api/register', payload: { kind: 'practice' } });
      const { token, profile } = answer.json<{ data: { token: string; profile: { id: string } } }>().data;
      return { id: BigInt(profile.id), token };
    },
    async call(name, token, input) {
      const [method, path] = name.split(' ');
      const response = await app.inject({
        method: method as 'GET' | 'POST',
        url: `/api/${path}`,
        headers: signedIn(token),
        ...(method === 'GET' ? {} : { payload: input }),
      });
      return response.json<Envelope>();
    },
    sendForm,
    async upload(token, content, { purpose = 'identity', type = 'image/jpeg' } = {}) {
      const parts = [
        { name: 'purpose', content: purpose },
        { name: 'file', content, filename: 'image.jpg', type },
      ];
      return (await sendForm(token, parts)).envelope;
    },
    get: async (token, id) => app.inject({ url: `/files/${id}`, headers: token === null ? {} : signedIn(token) }),
    async close() {
      await app.close();
      await database.close();
    },
  };
}

/** Accounts in practice mode that limit nothing and notify nobody. */
function plainAccounts(database: TestDatabase, clock: Clock, sessions: Sessions): AccountDeps {
  const notices = { send: async () => undefined };
  return {
    database,
    clock,
    sessions,
    notices,
    sender: new Sender(database, clock, { info: () => undefined, warn: () => undefined }, {}),
    secondFactor: createSecondFactor({ database, clock, notices, secrets: null }),
    limits: accountLimits(1_000_000),
    mode: 'practice',
    addressWaitByDefault: false,
    invitationRequired: false,
    onRegistered: [],
  };
}

/** What an area under test is made of. */
export interface TestDeps {
  readonly database: TestDatabase;
  readonly clock: () => number;
  readonly sessions: Sessions;
  readonly files: Files;
}

function formBody(boundary: string, parts: readonly FormPart[]): Buffer {
  const chunks = parts.flatMap(({ name, content, filename, type }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
    type === undefined ? '' : `\r\ncontent-type: ${type}`,
    '\r\n\r\n',
    content,
    '\r\n',
  ]);
  return Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk)));
}

/** A photo of noise, which does not compress. */
export function photo(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  return sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .jpeg()
    .toBuffer();
}
