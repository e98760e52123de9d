import { anybody, noFile, noId, ownerAlone, type Row, secret, type SomeRows, users } from './role-matrix-row.ts';
import { password, type User, type RoleWorld, transactionPassword } from './role-matrix-world.ts';

/** Rows of area `auth`. */
export function accountRows(world: RoleWorld) {
  const own: Row = { answers: users() };
  const byEmail = ({ email }: User) => ({ by: 'email', email });
  let document = 10_000_000;
  return {
    'POST login': [
      { answers: anybody(), body: () => ({ ask: 'passkey' }) },
      {
        what: 'with the right password',
        answers: { ...anybody(), disabled: 'accountDisabled' },
        body: (who) => ({ account: byEmail(who), password }),
      },
    ],
    'POST register': [{ answers: anybody(), body: () => ({ kind: 'practice' }) }],
    'POST forgetPwd': [
      {
        answers: anybody('verificationExpired'),
        body: () => ({ ticket: 'none', password: 'another long one', confirmation: 'another long one' }),
      },
    ],
    'POST logout': [
      {
        what: 'of another session',
        answers: ownerAlone(),
        make: async () => {
          await world.logIn();
          const { rows } = await world.exchange.database.pool.query<{ id: string }>(
            'SELECT id FROM sessions WHERE user_id = $1 ORDER BY id DESC LIMIT 1',
            [world.user('owner').id],
          );
          return rows[0]?.id ?? '';
        },
        absent: noId,
        of: (session) => ({ session }),
      },
    ],
    'GET info': [{ answers: users(), own: 'id' }],
    'GET verifySwitch': [
      {
        answers: users(),
        own: 'id',
        // So that the owner has a passkey to be shown.
        body: async (_, role) => {
          if (role === 'owner') await world.passkey();
          return {};
        },
      },
    ],
    'POST pwd': [
      {
        answers: users(),
        body: async ({ id }) => {
          await world.exchange.database.pool.query('UPDATE users SET transaction_password_hash = NULL WHERE id = $1', [
            id,
          ]);
          const proof = { by: 'password', password };
          return { kind: 'transaction', proof, password: '482913', confirmation: '482913' };
        },
      },
    ],
    'PUT pwd': [
      {
        answers: users(),
        body: () => {
          const proof = { by: 'password', password: transactionPassword };
          return { kind: 'transaction', proof, password: '482913', confirmation: '482913' };
        },
      },
    ],
    'POST bindAccount': [
      { what: 'the wait of addresses', answers: users(), body: () => ({ kind: 'address-wait', on: true }) },
      { what: 'a word', answers: users(), body: ({ email }) => ({ kind: 'anti-phishing', word: email.slice(0, 5) }) },
      {
        what: 'an address',
        answers: users(),
        own: 'id',
        body: () => ({ kind: 'address', chain: 'TEST', address: world.address(), label: 'Cold', ...secret }),
      },
      {
        what: 'a passkey taken off',
        answers: ownerAlone(),
        make: () => world.passkey(),
        absent: noId,
        of: (id) => ({ kind: 'passkey-remove', id }),
      },
      {
        what: 'an address taken off',
        answers: ownerAlone(),
        make: async () => {
          const input = { kind: 'address', chain: 'TEST', address: world.address(), label: 'Own', ...secret };
          const { address } = await world.done('POST bindAccount', input, 'owner');
          return (address as { id: string }).id;
        },
        absent: noId,
        of: (id) => ({ kind: 'address-remove', id }),
      },
    ],
    'GET verify': [own],
    'POST verify': [
      {
        what: 'with a photo',
        // Who is verified already hears so before anything is looked at.
        answers: {
          ...ownerAlone('uploadPhotos'),
          verified: 'realNameAlreadyApplied',
          merchant: 'realNameAlreadyApplied',
        },
        make: () => world.picture('identity', 'owner'),
        absent: noFile,
        of: async (front, role) => {
          const isSomebody = role === 'owner' || role === 'other';
          const back = isSomebody ? await world.picture('identity', role) : noFile;
          const held = isSomebody ? await world.picture('identity', role) : noFile;
          document += 1;
          const who = { documentType: 'passport', country: 'JP', firstName: 'Mei', lastName: 'Lin' };
          return { ...who, number: `A${document}`.slice(0, 9), front, back, held };
        },
      },
    ],
    'GET nickName': [own],
    'PUT nickName': [
      { answers: users(), body: () => ({ nickname: `Somebody ${world.next()}` }) },
      {
        what: 'a picture',
        answers: ownerAlone('uploadPhotos'),
        make: () => world.picture('avatar', 'owner'),
        absent: noFile,
        of: (avatar) => ({ avatar }),
      },
    ],
    'POST checkSmsCode': [
      {
        answers: anybody('verificationExpired'),
        body: () => ({ account: { by: 'email', email: 'nobody@example.com' }, purpose: 'register', code: '000000' }),
      },
    ],
    'GET common/phoneCode': [{ answers: anybody() }],
    'POST common/checkSmsSend': [
      {
        answers: anybody(),
        body: () => ({ country: 'CN', phone: `138${String(12_345_678 + world.next())}`, purpose: 'register' }),
      },
    ],
    'POST common/checkEmailSend': [
      { answers: anybody(), body: () => ({ email: `new${world.next()}@example.com`, purpose: 'register' }) },
      {
        what: 'to the bound email',
        answers: { ...users(), disabled: '999', ended: '999' },
        body: async () => {
          await world.exchange.database.pool.query('DELETE FROM verification_codes');
          return { email: '', purpose: 'security' };
        },
      },
    ],
    'GET common/checkInviteCode': [{ answers: anybody(), body: () => ({ code: '' }) }],
  } satisfies SomeRows;
}
