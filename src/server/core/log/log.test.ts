import { expect, test } from 'vitest';
import { users } from '#server/accounts/account/tables.ts';
import { edgeForTest, handlersForTest } from '#server/http/testing.ts';
import { createLogger, loggedError } from './log.ts';
import { ConnectionLost } from '../failures/connection-lost.ts';
import { OutcomeUnknown } from '../failures/outcome-unknown.ts';
import { StoreUnavailable } from '../failures/store-unavailable.ts';
import { testDatabase } from '../store/testing.ts';

const secrets = ['ada@example.com', 'hash-of-a-password', 'code-of-ada'];

test('a URL is logged without its path and user info, which may contain keys', () => {
  const error = new Error(
    'HTTP request failed.\n\nURL: https://ada:pass@node.example:8443/v3/secret-key?token=1\nDetails: x',
  );
  expect(loggedError(error).message).toBe('HTTP request failed.\n\nURL: https://node.example:8443/…\nDetails: x');
  const other = new Error('no answer of wss://node.example and of smtps://user:pass@mail.example:465, really');
  expect(loggedError(other).message).toBe('no answer of wss://node.example/… and of smtps://mail.example:465/… really');
  expect(loggedError('https://node.example/secret').message).toBe('https://node.example/…');
});

test('a failed statement is logged without its values, whatever caused it', async () => {
  const database = await testDatabase();
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  const [email = '', passwordHash = '', invitationCode = ''] = secrets;
  const register = async () => {
    await database.drizzle.insert(users).values({ email, passwordHash, invitationCode, language: 'en', createdAt: 0 });
    return { now: 0 };
  };
  await register();
  const failure = await register().catch((error: unknown) => error);
  logger.error({ err: new Error('the outer one', { cause: failure }) }, 'it failed');
  const app = edgeForTest({ handlers: handlersForTest({ 'GET common/sysTime': register }), logger });
  expect((await app.inject('/api/common/sysTime')).statusCode).toBe(500);
  await app.close();
  await database.close();

  expect(lines.length).toBeGreaterThan(1);
  for (const secret of secrets) expect(lines.join('')).not.toContain(secret);
  const [first, ...rest] = lines.map((line) => JSON.parse(line) as { err?: object });
  const query = {
    type: 'DrizzleQueryError',
    message: expect.stringContaining('insert into "users"'),
    stack: expect.stringMatching(/^ {4}at /),
    cause: { code: '23505', table: 'users', constraint: expect.stringContaining('users_') },
  };
  expect(first).toMatchObject({ msg: 'it failed', err: { message: 'the outer one', cause: query } });
  expect(rest.find(({ err }) => err !== undefined)).toMatchObject({ err: query });
});

test('a line has its own facts alone', () => {
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('info', {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  logger.info({ user: 'ada' }, 'one');
  logger.info('another');
  expect(lines.map(({ user, msg }) => [user, msg])).toEqual([
    ['ada', 'one'],
    [undefined, 'another'],
  ]);
});

test('an outage of the store is logged once in a while, and everything else as usual', () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  const request = logger.child({ reqId: 'of a request' });
  for (let nth = 0; nth < 50; nth += 1) {
    request.warn({ err: new Error('x', { cause: new StoreUnavailable('it is away') }) }, 'the store could not serve');
    logger.error({ err: new AggregateError([new OutcomeUnknown('it'), new ConnectionLost()]) }, 'a job failed');
    if (nth < 3) logger.error({ err: new Error('of its own') }, 'a job failed');
  }
  expect(lines).toHaveLength(5);
  // Each request with an unknown outcome has its line.
  for (const reqId of ['first', 'second']) {
    logger.child({ reqId }).warn({ err: new OutcomeUnknown('it'), outcome: 'unknown' }, 'the outcome is unknown');
  }
  expect(lines.slice(5).map((line) => (JSON.parse(line) as { reqId: string }).reqId)).toEqual(['first', 'second']);
});
