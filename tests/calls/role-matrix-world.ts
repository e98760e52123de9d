import { randomBytes } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { CallSpec } from '#protocol/core/call.ts';
import { type CallName, calls } from '#protocol/calls.ts';
import { TestAuthenticator } from '#server/accounts/account/passkeys/testing-authenticator.ts';
import { registration } from '#server/accounts/account/testing.ts';
import { testAddress } from '#server/practice/test-chain/test-address.ts';
import { createModeration } from '#server/accounts/chat/moderation.ts';
import { cheapHash, createCaller, exchangeWithContent } from './caller.ts';
import type { ExchangeForTest } from './exchange-for-test.ts';
import { pictureForm } from './picture-form.ts';

/** Who may ask: the owner of what a call names, others with a standing of their own, and who has none any more. */
export const roles = ['visitor', 'owner', 'other', 'verified', 'merchant', 'disabled', 'ended'] as const;
export type Role = (typeof roles)[number];
/** Users other than the owner. */
export const strangers = ['other', 'verified', 'merchant'] as const satisfies readonly Role[];

export interface User {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly msg: string;
  readonly data: Record<string, unknown>;
}

export const password = 'a long passphrase';
export const transactionPassword = '864209';
const origin = 'http://localhost:8080';

/** Users of every role on one exchange, and what the owner among them has. */
export class RoleWorld {
  #exchange: ExchangeForTest | null = null;
  #users: ReadonlyMap<Role | 'payee', User> = new Map();
  /** Tables with rows of a user, and the column that says whose they are. */
  #owned: readonly { readonly table: string; readonly column: string }[] = [];
  #cheapHash = '';
  #made = 0;
  readonly #caller = createCaller(() => this.exchange.app, 'matrix');
  /** The owner's group of the chat, seen by its members alone. */
  group = '';

  get exchange(): ExchangeForTest {
    if (this.#exchange === null) throw new Error('the exchange is not open');
    return this.#exchange;
  }

  /** Who acts in a role. A visitor and an ended session are nobody: what they name is the owner's. */
  user(role: Role | 'payee'): User {
    const user = this.#users.get(role === 'visitor' || role === 'ended' ? 'owner' : role);
    if (user === undefined) throw new Error(`nobody is ${role}`);
    return user;
  }

  #token(role: Role | 'payee'): string | null {
    return role === 'visitor' ? null : (this.#users.get(role)?.token ?? null);
  }

  /** A number not used before. */
  next(): number {
    this.#made += 1;
    return this.#made;
  }

  async open(): Promise<void> {
    this.#exchange = await exchangeWithContent();
    const { database } = this.exchange;
    this.#cheapHash = await cheapHash(transactionPassword);
    // Practice mode decides reviews and appeals by itself; here they wait for an operator, so that nothing moves but by a
    // call: an appeal would be decided 20 s after its row, in the middle of another one.
    await database.pool.query(
      `CREATE FUNCTION undecided() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.due_at := NULL; RETURN NEW; END';
       CREATE TRIGGER undecided BEFORE INSERT ON reviews FOR EACH ROW EXECUTE FUNCTION undecided();
       CREATE TRIGGER undecided BEFORE UPDATE ON fiat_orders FOR EACH ROW
         WHEN (NEW.state = 'appeal' AND NEW.decision IS NULL) EXECUTE FUNCTION undecided()`,
    );
    const users = new Map<Role | 'payee', User>();
    for (const role of ['owner', ...strangers, 'disabled', 'payee'] as const)
      users.set(role, await this.#register(role));
    this.#users = users;
    await this.restore();
    for (const role of ['owner', ...strangers, 'payee'] as const) {
      for (const asset of ['USDT', 'BTC', 'ETH']) await this.done('POST recharge', { chain: 'PRACTICE', asset }, role);
      for (const [to, amount] of Object.entries({ contract: '2000', option: '100' })) {
        await this.done('POST transfer', { asset: 'USDT', from: 'spot', to, amount }, role);
      }
      await this.done('POST checkChatPwd', { rules: 1 }, role);
    }
    const moderation = createModeration(database, () => Date.now(), 'Ada');
    const group = await moderation.make('A circle of the owner', 'members', null);
    await moderation.member(group, BigInt(this.user('owner').id), true);
    this.group = group.toString();
    users.set('ended', { ...this.user('owner'), token: await this.#endedSession() });
    const standing = `UPDATE users SET verification = 'verified', merchant = $2 WHERE id = $1`;
    await database.pool.query(standing, [this.user('verified').id, false]);
    await database.pool.query(standing, [this.user('merchant').id, true]);
    // Its session stays: the flag alone has to keep it out.
    await database.pool.query('UPDATE users SET disabled = true WHERE id = $1', [this.user('disabled').id]);
    const { rows } = await database.pool.query<{ table: string; column: string }>(
      `SELECT c.table_name AS table, c.column_name AS column
         FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
        WHERE t.table_type = 'BASE TABLE' AND c.table_schema = current_schema() AND c.column_name IN ('owner', 'user_id')
        ORDER BY 1`,
    );
    this.#owned = [...rows, { table: 'users', column: 'id' }];
    for (const table of ['balances', 'sessions', 'spot_orders', 'contract_positions', 'passkeys', 'files', 'notices']) {
      expect(this.#owned.map((one) => one.table)).toContain(table);
    }
  }

  async #register(role: string): Promise<User> {
    const email = `${role}@example.com`;
    const code = await this.sentCode(email, 'register', 'visitor');
    const { token, profile } = await this.done('POST register', registration(email, code, password), 'visitor');
    return { id: (profile as { id: string }).id, email, token: String(token) };
  }

  async #endedSession(): Promise<string> {
    const token = await this.logIn();
    const { statusCode } = await this.exchange.app.inject({
      method: 'POST',
      url: '/api/logout',
      headers: { authorization: `Bearer ${token}` },
      payload: {},
    });
    expect(statusCode).toBe(200);
    return token;
  }

  /** A new session of the owner; its token. */
  async logIn(): Promise<string> {
    const account = { by: 'email', email: this.user('owner').email };
    return String((await this.done('POST login', { account, password }, 'visitor'))['token']);
  }

  async sentCode(email: string, purpose: string, role: Role): Promise<string> {
    await this.exchange.database.pool.query('DELETE FROM verification_codes');
    const { practiceMessage } = await this.done('POST common/checkEmailSend', { email, purpose }, role);
    return (practiceMessage as { code: string }).code;
  }

  /** Takes back what setting passwords and the wait of addresses lead to: later rows pay out. */
  async restore(): Promise<void> {
    await this.exchange.database.pool.query(
      'UPDATE users SET transaction_password_hash = $1, password_changed_at = NULL, address_wait = false',
      [this.#cheapHash],
    );
  }

  /** Makes a call in a role. */
  async call(name: CallName, body: object, role: Role | 'payee'): Promise<Answer> {
    const [method = '', path = ''] = name.split(' ');
    const { upload }: CallSpec = calls[name];
    const form = upload === true ? await pictureForm(body) : null;
    const rest = { ...(body as Record<string, unknown>) };
    const url = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
      const value = String(rest[field]);
      Reflect.deleteProperty(rest, field);
      return value;
    });
    const token = this.#token(role);
    const isGet = method === 'GET';
    const response = await this.exchange.app.inject({
      method: method as 'GET' | 'POST' | 'PUT',
      url: `/api/${url}${isGet ? `?${new URLSearchParams(rest as Record<string, string>).toString()}` : ''}`,
      headers: {
        origin,
        host: new URL(origin).host,
        'idempotency-key': `role-matrix-${String(this.next()).padStart(12, '0')}`,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(form === null ? {} : { 'content-type': form.contentType }),
      },
      ...(isGet ? {} : { payload: form?.payload ?? rest }),
    });
    return { status: response.statusCode, ...response.json<Omit<Answer, 'status'>>() };
  }

  /** The answer of a call that must succeed. */
  async done(name: CallName, body: object, role: Role | 'payee'): Promise<Record<string, unknown>> {
    const answer = await this.call(name, body, role);
    expect(answer.msg, `${name} of ${role}`).toBe('success');
    return answer.data;
  }

  /** Asks for a file. */
  async file(path: string, role: Role | 'payee'): Promise<LightMyRequestResponse> {
    const token = this.#token(role);
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    return this.exchange.app.inject({ url: `/files/${path}`, headers });
  }

  /** An uploaded picture; its id. */
  async picture(purpose: string, role: Role | 'payee'): Promise<string> {
    return String((await this.done('POST api/upload/img', { purpose }, role))['id']);
  }

  /** All that the store keeps of the owner, as a digest of each table. */
  async ofOwner(): Promise<Record<string, string>> {
    const digests = this.#owned.map(
      ({
        table,
        column,
      }) => `SELECT '${table}' AS name, md5(coalesce(string_agg(line, ',' ORDER BY line), '')) AS digest
        FROM (SELECT (to_jsonb(t) - 'used_at')::text AS line FROM ${table} t WHERE ${column}::text = $1) AS lines`,
    );
    const { rows } = await this.exchange.database.pool.query<{ name: string; digest: string }>(
      digests.join(' UNION ALL '),
      [this.user('owner').id],
    );
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
  }

  /** What happened to the owner's money last, and what they were notified of: for the message of a test that fails. */
  async latestOfOwner(): Promise<string> {
    const { rows } = await this.exchange.database.pool.query<{ what: string }>(
      `(SELECT kind || ' ' || coalesce(reference, '') AS what FROM ledger_entries WHERE owner = $1 ORDER BY id DESC LIMIT 4)
       UNION ALL (SELECT 'notice ' || to_jsonb(n)::text FROM notices n WHERE owner = $1 ORDER BY id DESC LIMIT 2)`,
      [this.user('owner').id],
    );
    return rows.map(({ what }) => what).join('; ');
  }

  /** An unused address of the test chain. */
  address(): string {
    return testAddress(`0x${randomBytes(20).toString('hex')}`);
  }

  /** A passkey of the owner; its id. */
  async passkey(): Promise<string> {
    const asked = await this.done('POST bindAccount', { kind: 'passkey-question' }, 'owner');
    const answer = new TestAuthenticator(origin).make(asked['passkeyQuestion'] as { challenge: string });
    const { passkey } = await this.done('POST bindAccount', { kind: 'passkey', name: 'Phone', answer }, 'owner');
    return (passkey as { id: string }).id;
  }

  /** A notice to the owner alone; its id. */
  async notice(): Promise<string> {
    const { rows } = await this.exchange.database.pool.query<{ id: string }>(
      `INSERT INTO notices (owner, kind, article_key, facts, at)
       VALUES ($1, 'account', 'notice/real-name-verified', '{}', $2) RETURNING id`,
      [this.user('owner').id, Date.now()],
    );
    return rows[0]?.id ?? '';
  }

  /** Terms of a limit order of a contract, at a part of the mark price. */
  opening(side: 'long' | 'short', factor: number): Promise<Record<string, unknown>> {
    return this.#caller.opening(this.user('payee').token, side, factor, 2);
  }

  /** An order of the owner that rests in the book of a contract; its id. */
  async contractOrder(): Promise<string> {
    const { order } = await this.done('POST contract', await this.opening('long', 0.9), 'owner');
    return (order as { id: string }).id;
  }

  /** A position of the owner, whose other side the payee holds, and an order to close it against; its id. */
  async position(): Promise<string> {
    const { order } = await this.done('POST contract', await this.opening('long', 0.97), 'owner');
    await this.done('POST contract', await this.opening('short', 0.97), 'payee');
    await this.done('POST contract', await this.opening('long', 0.96), 'payee');
    return (order as { id: string }).id;
  }
}
