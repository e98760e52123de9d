import type { CallName } from '#protocol/calls.ts';
import { codes } from '#protocol/core/codes.ts';
import { isDone, type Phone } from './phone.ts';

const loginPassword = 'a long passphrase';
/** Everybody's who has one. */
export const transactionPassword = '864209';
/** A code is sent again after a minute. */
const resendMs = 61_000;
const againMs = 4_000;

/** Registers by email, logs in again whenever somebody ended the session, and takes coins of practice. */
export async function registerByEmail(phone: Phone, invitationCode = ''): Promise<void> {
  const account = { by: 'email', email: `${phone.name}@example.com` };
  phone.logIn = () => logIn(phone, account);
  await phone.tell('POST register', {
    kind: 'account',
    account,
    code: await sentCode(phone, account.email),
    password: loginPassword,
    confirmation: loginPassword,
    invitationCode,
    agreed: true,
  });
  // The answer of a call that came twice may be that there is such an account.
  await logIn(phone, account);
  await phone.tell('POST pwd', {
    kind: 'transaction',
    proof: { by: 'password', password: loginPassword },
    password: transactionPassword,
    confirmation: transactionPassword,
  });
  for (const asset of ['USDT', 'BTC']) await insist(phone, 'POST recharge', { chain: 'PRACTICE', asset });
}

async function sentCode(phone: Phone, email: string): Promise<string> {
  for (;;) {
    const { data } = await phone.tell('POST common/checkEmailSend', { email, purpose: 'register' });
    // A refusal has none.
    const code = (data as { readonly practiceMessage?: { readonly code: string } } | null)?.practiceMessage?.code;
    if (code !== undefined) return code;
    await phone.wait(resendMs);
  }
}

async function logIn(phone: Phone, account: object): Promise<void> {
  for (;;) {
    phone.token = '';
    const answer = await phone.tell('POST login', { account, password: loginPassword });
    if (isDone(answer)) {
      phone.signIn(answer);
      return;
    }
    // As while the account is disabled.
    await phone.wait(againMs);
  }
}

/** Opens a session on another device, as whoever stole the password would. @returns whether there is one now */
export async function logInElsewhere(phone: Phone): Promise<boolean> {
  const { token, device } = phone;
  phone.token = '';
  phone.device = `stolen-${phone.draws.below(1_000_000)}`;
  const account = { by: 'email', email: `${phone.name}@example.com` };
  const answer = await phone.tell('POST login', { account, password: loginPassword });
  phone.device = device;
  phone.token = token;
  if (isDone(answer)) phone.signIn(answer);
  return isDone(answer);
}

/** Applies for a verified name, and waits for it. */
export async function becomeVerified(phone: Phone): Promise<void> {
  for (;;) {
    const { data } = await phone.read('GET verify');
    const { state } = data as { readonly state: string };
    if (state === 'verified') return;
    if (state !== 'under-review') await applyForName(phone);
    await phone.wait(againMs);
  }
}

async function applyForName(phone: Phone): Promise<void> {
  const pictures = { front: '', back: '', held: '' };
  for (const name of ['front', 'back', 'held'] as const) {
    const { data } = await phone.tell('POST api/upload/img', { purpose: 'identity' });
    pictures[name] = (data as { readonly id: string }).id;
  }
  const number = `K${String(phone.draws.below(10_000_000)).padStart(7, '0')}`;
  const names = { firstName: 'Mei', lastName: 'Lin' };
  await phone.tell('POST verify', { documentType: 'passport', country: 'SG', number, ...names, ...pictures });
}

/** Does something that moves money as soon as operators let it. */
export async function insist(phone: Phone, call: CallName, body: object): Promise<void> {
  while ((await phone.act(call, body)).code === codes.notYetOpen) await phone.wait(2 * againMs);
}
