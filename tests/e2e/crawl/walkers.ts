import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '#server/core/config/config.ts';
import { openBesideServer } from '#server/core/store/beside-server.ts';
import type { BuiltExchange } from '../../built-exchange.ts';
import { operatorCommand } from '../../operator-console.ts';
import { askExchange } from '../ask-exchange.ts';
import { asUser } from '../filled-account.ts';
import { openSession, practiceSession, until } from '../phone.ts';
import { listedHost, loginPassword } from './ways.ts';

/** Accounts whose screens lead to what an account that trades does not have. */

/** What the app keeps of a session. */
export type Session = Awaited<ReturnType<typeof practiceSession>>;

/** More members than the overview of a team shows. */
const memberCount = 6;

async function registerMember(address: string, email: string, invitationCode: string): Promise<Session> {
  const sent = await askExchange(`${address}/api/common/checkEmailSend`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, purpose: 'register' }),
  });
  const { data } = (await sent.json()) as { data: { practiceMessage: { code: string } } };
  const account = {
    kind: 'account',
    account: { by: 'email', email },
    code: data.practiceMessage.code,
    password: loginPassword,
    confirmation: loginPassword,
    invitationCode,
    agreed: true,
  };
  // Another device than the inviter's own, whose members would pay no rebates.
  return openSession(address, 'register', account, { 'user-agent': 'Friend/1' });
}

/** Somebody new whose members trade, and who borrows; and a member, who has a login password. */
export async function prepareInviter(exchange: BuiltExchange): Promise<{ inviter: Session; member: Session }> {
  const { address } = exchange;
  const inviter = await practiceSession(address);
  const ask = asUser(address, inviter.token);
  const { invitationCode } = await ask<{ invitationCode: string }>('info');
  const member = await registerMember(address, 'member-0@example.com', invitationCode);
  for (let nth = 1; nth < memberCount; nth += 1)
    await registerMember(address, `member-${nth}@example.com`, invitationCode);
  await tradeAs(exchange, member);
  await creditRebates(exchange, ask);
  await ask('recharge', { chain: 'PRACTICE', asset: 'BTC' });
  const collateral = { asset: 'BTC', wallet: 'spot', amount: '0.1' };
  await ask('loan/add', { amount: '1000', hours: 168, collateral, contact: 'mei@example.com', document: 'E12345690' });
  return { inviter, member };
}

async function tradeAs({ address }: BuiltExchange, { token }: Session): Promise<void> {
  const ask = asUser(address, token);
  await ask('recharge', { chain: 'PRACTICE', asset: 'USDT' });
  await until('a member trades', async () => {
    const order = { type: 'market', pair: 'BTCUSDT', side: 'buy', total: '500' };
    const answer = await ask<{ order: { filled: string } }>('currency', order).catch(() => null);
    return /[1-9]/.test(answer?.order.filled ?? '0');
  });
}

/** Moves the fees of the members back into a period that is over: its rebates are credited at once. */
async function creditRebates(exchange: BuiltExchange, ask: ReturnType<typeof asUser>): Promise<void> {
  const database = openBesideServer(readConfig({ DATA_DIR: exchange.dataFolder }));
  try {
    await until('a rebate is credited', async () => {
      await database.pool.query('UPDATE team_fees SET period = period - 120000 WHERE NOT credited');
      return (await ask<{ coins: unknown[] }>('earningsInfo')).coins.length > 0;
    });
  } finally {
    await database.close();
  }
}

/** Publishes a link to a community, as an operator does. */
export async function publishCommunity(exchange: BuiltExchange): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dunlin-content-'));
  try {
    await cp('content', folder, { recursive: true });
    const file = path.join(folder, 'catalogue.json');
    const catalogue = JSON.parse(await readFile(file, 'utf8')) as object;
    const community = [{ kind: 'telegram', name: 'Dunlin news', url: `https://${listedHost}/dunlin` }];
    await writeFile(file, JSON.stringify({ ...catalogue, community }));
    await operatorCommand(exchange, 'content', 'push', folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
