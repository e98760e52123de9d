import type { CallOutput } from '../../../contract/calls.ts';
import type { Notice } from '../../../contract/entities/content.ts';
import type { Locale } from '../../../contract/locales.ts';
import { call } from '../../platform/api.ts';
import { language } from '../../platform/language.ts';
import { withFreshProof } from '../security/fresh-proof.ts';
import { readStored, removeStored, writeStored } from '../../platform/storage.ts';

/** What is switched on for this device, and the key of the exchange; the key is null when it sends nothing. */
export type PushChoice = NonNullable<CallOutput<'POST bindAccount'>['push']>;

/** What the person wants to be told of while the app is closed. */
export type PushWish = Pick<PushChoice, 'kinds' | 'amounts'>;

/** Which subscription the exchange was told of, and in which language. Goes with log-out. */
const toldKey = 'dunlin.push';

/** Whether this browser takes messages at all. An iPhone does once the app is on its home screen. */
export function takesMessages(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
}

/** The person forbade notifications of this site; only the browser's own settings change that. */
export function isBlocked(): boolean {
  return Notification.permission === 'denied';
}

/** What the exchange knows of this device. */
export async function readPushChoice(): Promise<PushChoice> {
  const { push } = await call('POST bindAccount', { kind: 'push-question' });
  if (push === null) throw new Error('an answer without its choice');
  return push;
}

/** No window of the browser asks, or the person said no. */
export class PushNotAllowed extends Error {}

/**
 * Brings device and exchange to what the person wants. With no kind left the subscription ends.
 *
 * @param key the exchange's key
 * @throws PushNotAllowed when the person does not allow notifications; Unreachable, ApiRefusal
 */
export async function setPushChoice(key: string, { kinds, amounts }: PushWish): Promise<PushChoice> {
  if (kinds.length === 0) return withFreshProof(endPush);
  // Asked for by a tap on a switch, never before.
  if ((await Notification.requestPermission()) !== 'granted') throw new PushNotAllowed();
  const manager = (await registered()).pushManager;
  const subscription = await subscribe(manager, key);
  return withFreshProof(() => tell(subscription, { kinds, amounts }, language.get()));
}

async function registered(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration === undefined) throw new PushNotAllowed();
  return registration;
}

async function subscribe(manager: PushManager, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    // The exchange has another key now: what belongs to the old one gives way.
    const old = await manager.getSubscription();
    if (old === null) throw error;
    await old.unsubscribe();
    return manager.subscribe(options);
  }
}

async function tell(subscription: PushSubscription, wish: PushWish, locale: Locale): Promise<PushChoice> {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { push } = await call('POST bindAccount', {
    kind: 'push',
    endpoint,
    p256dh: (keys['p256dh'] ?? '').replace(/=+$/, ''),
    auth: (keys['auth'] ?? '').replace(/=+$/, ''),
    kinds: [...wish.kinds] as Notice['kind'][],
    amounts: wish.amounts,
    language: locale,
  });
  if (push === null) throw new Error('an answer without its choice');
  writeStored(toldKey, `${locale} ${endpoint}`);
  return push;
}

async function endPush(): Promise<PushChoice> {
  const { push } = await call('POST bindAccount', { kind: 'push-remove' });
  if (push === null) throw new Error('an answer without its choice');
  removeStored(toldKey);
  await (await (await registered()).pushManager.getSubscription())?.unsubscribe();
  return push;
}

/**
 * Tells the exchange again when the browser changed the subscription, the person chose another language, or took the
 * permission back. Costs nothing where messages were never switched on.
 */
export async function keepPush(): Promise<void> {
  const told = readStored(toldKey);
  if (told === null || !takesMessages()) return;
  const subscription = await (await registered()).pushManager.getSubscription();
  if (subscription === null) {
    await endPush();
    return;
  }
  const locale = language.get();
  if (told === `${locale} ${subscription.endpoint}`) return;
  const choice = await readPushChoice();
  if (choice.kinds.length === 0) removeStored(toldKey);
  else await tell(subscription, choice, locale);
}
