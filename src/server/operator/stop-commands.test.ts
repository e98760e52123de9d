import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { type TestAccounts, testAccounts } from '../accounts/account/testing.ts';
import { chainIds } from '../custody/chains/chain-ids.ts';
import { chainForTest, walletSeedForTests } from '../custody/chains/testing.ts';
import { openChains } from '../main/open-chains.ts';
import { createRunArea } from '../core/areas/run-area.ts';
import { createClosers } from '../core/jobs/closers.ts';
import { readConfig } from '../core/config/config.ts';
import { openGate, type OpenGate } from '../core/gate/open.ts';
import { operatorLogLock } from '../core/gate/operator-log.ts';
import { accountCommands } from './account-commands.ts';
import { UsageError } from './command.ts';
import { stopCommands } from './stop-commands.ts';
import { consoleBeside } from './testing.ts';
import { patience } from '../../../tests/pace.ts';

/** The operator's stop commands beside a running exchange. */

const logger = pino({ level: 'silent' });
const closers = createClosers(logger);
const audit = { state: { withdrawalsHalted: false }, isHalted: () => false };
let accounts: TestAccounts;
let opened: OpenGate;
const revoked: bigint[] = [];

const commands = { ...stopCommands, ...accountCommands };

/** Runs a command as the console does, in this process. */
async function operator(name: string, ...args: readonly string[]): Promise<{ code: number; said: string }> {
  let said = '';
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    said += String(chunk);
    return true;
  });
  try {
    const isWell = await commands[name]?.run(accounts.database, args, readConfig({}));
    return { code: isWell === true ? 0 : 1, said };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { code: 1, said: error.message };
  } finally {
    spy.mockRestore();
  }
}

const open = () => openGate({ database: accounts.database, audit, logger });

beforeAll(async () => {
  accounts = await testAccounts();
  opened = await open();
  const { sessions } = accounts.deps;
  sessions.onRevoked((id) => void revoked.push(id));
  opened.notify({
    sessionsEnded: (ended) => sessions.announceEnded(ended),
    standingChanged: () => sessions.forget(),
  });
  createRunArea({ logger, closers })('gate', opened);
});
afterAll(async () => {
  await closers.closeAll();
  await accounts.close();
});

const because = (reason: string) => ['--reason', reason, '--by', 'grace'] as const;

describe('the operator’s stop commands', () => {
  it('are at the console', async () => {
    const { said } = await consoleBeside(accounts.database)('help');
    for (const { usage } of Object.values(commands)) expect(said).toContain(usage);
  });

  it('stop and resume a coin, a chain, an area and all withdrawals immediately in the running exchange', async () => {
    const switches: [readonly string[], () => boolean][] = [
      [['coin', 'btc'], () => opened.gate.isStopped('transfer', { assets: ['BTC'] })],
      [['chain', 'TEST'], () => opened.gate.isStopped('deposit', { assets: ['ETH'], chain: 'TEST' })],
      [['area', 'options'], () => opened.gate.isStopped('options', { assets: ['USDT'] })],
      [['withdrawals'], () => opened.gate.isStopped('withdrawal', { assets: ['USDT'], chain: 'ETH' })],
    ];
    for (const [what, isStopped] of switches) {
      expect(isStopped(), what.join(' ')).toBe(false);
      const stopped = await operator('stop', ...what, ...because('a look at it'));
      expect(stopped).toMatchObject({ code: 0, said: expect.stringContaining('In effect.') });
      expect(isStopped(), what.join(' ')).toBe(true);
      expect(opened.gate.isStopped('spot', { assets: ['SOL', 'USDC'] })).toBe(false);
      expect((await operator('stop', ...what, ...because('again'))).code).toBe(1);
      // It outlives the exchange that applied it.
      const restarted = await open();
      expect(restarted.stops()).toEqual(opened.stops());
      expect((await operator('resume', ...what, ...because('it was nothing'))).said).toContain('In effect.');
      expect(isStopped(), what.join(' ')).toBe(false);
      expect((await operator('resume', ...what, ...because('again'))).code).toBe(1);
    }
  });

  it('take the names of the version before with a warning, and store them as that version reads them', async () => {
    const stopped = await operator('stop', 'area', 'earn', ...because('a look at it'));
    expect(stopped).toMatchObject({ code: 0, said: expect.stringContaining('Warning: earn is now fixed-terms') });
    expect(opened.gate.isStopped('fixed-terms', { assets: [] })).toBe(true);
    expect((await operator('stops')).said).toMatch(/^area fixed-terms {2}since/);
    const { rows } = await accounts.database.pool.query('SELECT scope, subject FROM stops');
    expect(rows).toEqual([{ scope: 'area', subject: 'earn' }]);
    const resumed = await operator('resume', 'area', 'fixed-terms', ...because('it was nothing'));
    expect(resumed.said).toContain('area fixed-terms: resumed.');
    expect(opened.gate.isStopped('fixed-terms', { assets: [] })).toBe(false);
  });

  it('report what is stopped, and log who did what and why, permanently', async () => {
    await operator('stop', 'coin', 'ETH', ...because('a wrong block'));
    expect((await operator('stops')).said).toMatch(/^coin ETH {2}since \S+ by grace: a wrong block\n$/);
    await operator('resume', 'coin', 'ETH', ...because('reread'));
    expect((await operator('stops')).said).toBe('Nothing is stopped.\n');
    const { said } = await operator('stop-log');
    expect(said.split('\n')[0]).toMatch(/^\S+ {2}grace {2}resume {2}coin ETH {2}reread$/);
    expect(said.split('\n')[1]).toMatch(/^\S+ {2}grace {2}stop {2}coin ETH {2}a wrong block$/);
    for (const change of [`UPDATE operator_log SET reason = ''`, 'DELETE FROM operator_log', 'TRUNCATE operator_log']) {
      await expect(accounts.database.pool.query(change)).rejects.toThrow(/append-only/);
    }
  });

  it('refuse invalid arguments, and do nothing without a reason', async () => {
    const wrong: [string, ...string[]][] = [
      ['stop', 'coin', 'NONE', ...because('x')],
      ['stop', 'chain', 'NONE', ...because('x')],
      ['stop', 'area', 'withdrawal', ...because('x')],
      ['stop', 'withdrawals', 'BTC', ...because('x')],
      ['stop', 'coin', 'BTC'],
      ['stop'],
      ['disable-account', ...because('x')],
      ['disable-account', 'nobody@example.com', ...because('x')],
    ];
    for (const args of wrong) expect((await operator(...args)).code, args.join(' ')).toBe(1);
    expect((await operator('stops')).said).toBe('Nothing is stopped.\n');
  });

  it('name every chain that settings can open', async () => {
    const config = readConfig({ WALLET_SEED: walletSeedForTests, EVM_RPC_URL: 'http://127.0.0.1:9' });
    const test = await chainForTest(accounts.database, () => 0);
    const { chains } = await openChains({ database: accounts.database, clock: () => 0, logger, config });
    for (const { id } of [test, ...chains.all]) expect(chainIds).toContain(id);
  });
});

describe('an account', () => {
  it('is disabled and enabled: its sessions end at once, and log-in reports why', async () => {
    const token = await accounts.register('ada@example.com', 'a long passphrase');
    const holder = await accounts.deps.sessions.lookUp(token);
    if (holder === null) throw new Error('no session');
    const logIn = () =>
      accounts.call('POST login', {
        account: { by: 'email', email: 'ada@example.com' },
        password: 'a long passphrase',
      });
    const disabled = await operator('disable-account', 'Ada@example.com', ...because('a stolen phone'));
    expect(disabled).toMatchObject({ code: 0, said: expect.stringMatching(/1 sessions ended.*\nIn effect/s) });
    expect(revoked).toContain(holder.sessionId);
    expect(await accounts.deps.sessions.lookUp(token)).toBeNull();
    expect((await accounts.call('GET info', {}, { token })).code).toBe(codes.unauthorized);
    expect((await logIn()).code).toBe(codes.accountDisabled);
    // A log-in already past the password check gets no session either.
    await expect(
      accounts.database.transaction((tx) => accounts.deps.sessions.open(tx, holder.userId, 'late', 'password')),
    ).rejects.toMatchObject({ codeName: 'accountDisabled' });
    expect((await operator('disable-account', String(holder.userId), ...because('again'))).code).toBe(1);
    expect((await operator('enable-account', String(holder.userId), ...because('it is hers'))).code).toBe(0);
    expect((await logIn()).code).toBe(codes.success);
    expect((await operator('stop-log')).said).toMatch(
      new RegExp(
        `grace {2}enable-account {2}user ${holder.userId} {2}it is hers\\n.*disable-account.*1 sessions ended`,
      ),
    );
  });

  it('loses its verified name, and what its sessions may do follows at once', async () => {
    const token = await accounts.register('cia@example.com', 'a long passphrase');
    const holder = await accounts.deps.sessions.lookUp(token);
    await accounts.database.pool.query(`UPDATE users SET verification = 'verified' WHERE id = $1`, [holder?.userId]);
    accounts.deps.sessions.forget();
    expect(await accounts.deps.sessions.lookUp(token)).toMatchObject({ verified: true });
    const withdrawn = await operator('withdraw-identity', 'cia@example.com', ...because('a forged document'));
    expect(withdrawn).toMatchObject({ code: 0, said: expect.stringContaining('In effect') });
    expect(await accounts.deps.sessions.lookUp(token)).toMatchObject({ verified: false });
    expect((await operator('withdraw-identity', 'cia@example.com', ...because('again'))).code).toBe(1);
  });

  it('loses its sessions and may log in again', async () => {
    const token = await accounts.register('bea@example.com', 'a long passphrase');
    const holder = await accounts.deps.sessions.lookUp(token);
    expect((await operator('end-sessions', 'bea@example.com', ...because('she asked'))).said).toContain('In effect');
    expect(revoked).toContain(holder?.sessionId);
    expect(await accounts.deps.sessions.lookUp(token)).toBeNull();
    const account = { by: 'email', email: 'bea@example.com' };
    expect((await accounts.call('POST login', { account, password: 'a long passphrase' })).code).toBe(codes.success);
  });
});

describe('the log', () => {
  it('is read completely although its transactions overlap', async () => {
    const { database } = accounts;
    const [first, second] = await Promise.all([database.pool.connect(), database.pool.connect()]);
    const line = (coin: string) =>
      `SELECT pg_advisory_xact_lock(${operatorLogLock});
       INSERT INTO operator_log (at, who, what, scope, subject, reason, sessions)
       VALUES (0, 'grace', 'stop', 'coin', '${coin}', 'race', '{}');
       INSERT INTO stops (scope, subject, since, who, reason) VALUES ('coin', '${coin}', 0, 'grace', 'race')`;
    try {
      await first.query('BEGIN');
      await first.query(line('SOL'));
      await second.query('BEGIN');
      const waits = second.query(line('DOGE')).then(() => second.query('COMMIT'));
      await first.query('COMMIT');
      await waits;
    } finally {
      first.release();
      second.release();
    }
    await vi.waitFor(() => expect([...opened.stops().coins].toSorted()).toEqual(['DOGE', 'SOL']), patience);
  });
});
