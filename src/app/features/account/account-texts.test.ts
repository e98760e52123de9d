import { expect, test } from 'vitest';
import { codes } from '#protocol/core/codes.ts';
import { ApiRefusal } from '#app/platform/api/api.ts';
import { accountKey, accountName, accountProblem } from './log-in/account-name.ts';
import { countdownText, secondsUntil } from './codes/countdown.ts';
import { askedWaitMs } from './log-in/form-failures.ts';
import { invitationLink } from './profile/invitation-link.ts';
import { offsetText } from '#app/platform/format/time-format.ts';
import { timeOffsets } from './profile/time-offsets.ts';

const draft = { by: 'email', email: ' Mai@Example.com ', phone: '138 1234 5678' } as const;

test('an account is named by what the user chose', () => {
  expect(accountName(draft, 'CN')).toEqual({ by: 'email', email: 'Mai@Example.com' });
  expect(accountName({ ...draft, by: 'phone' }, 'CN')).toEqual({ by: 'phone', country: 'CN', phone: '13812345678' });
  expect(accountProblem(draft, 'CN')).toBeNull();
  expect(accountProblem({ ...draft, by: 'phone', phone: '12' }, 'CN')).toBe('phoneWrong');
});

test('two ways to write one account have one key', () => {
  expect(accountKey({ by: 'email', email: 'MAI@example.com' })).toBe(
    accountKey({ by: 'email', email: 'mai@example.com ' }),
  );
  expect(accountKey({ by: 'phone', country: 'CN', phone: '138-1234' })).toBe(
    accountKey({ by: 'phone', country: 'CN', phone: '138 1234' }),
  );
});

test('a countdown is zero only when its moment has come', () => {
  expect(secondsUntil(null, 5)).toBe(0);
  expect(secondsUntil(10_000, 9_999)).toBe(1);
  expect(secondsUntil(10_000, 10_000)).toBe(0);
  expect(secondsUntil(10_000, 20_000)).toBe(0);
  expect(countdownText(59)).toBe('0:59');
  expect(countdownText(845)).toBe('14:05');
});

function often(data: unknown): ApiRefusal {
  return new ApiRefusal(codes.verificationTooOften, 'error', data);
}

test('a wait is read from its own refusal alone', () => {
  expect(askedWaitMs(often({ waitMs: 900 }))).toBe(900);
  expect(askedWaitMs(often({ waitMs: 0 }))).toBeNull();
  expect(askedWaitMs(often({ waitMs: '900' }))).toBeNull();
  expect(askedWaitMs(often(null))).toBeNull();
  expect(askedWaitMs(new ApiRefusal(codes.codeWrong, 'error', { waitMs: 900 }))).toBeNull();
  expect(askedWaitMs(new Error('silence'))).toBeNull();
});

test('an invitation travels in the route, after the hash', () => {
  const here = { origin: 'https://dunlin.example', pathname: '/' };
  expect(invitationLink('GEVTAH5D', here)).toBe('https://dunlin.example/#/register?invite=GEVTAH5D');
});

test('offsets go from UTC−12 to UTC+14, by quarters of hours where a place has them', () => {
  const labels = timeOffsets.map(offsetText);
  expect(labels[0]).toBe('UTC−12');
  expect(labels.at(-1)).toBe('UTC+14');
  expect(labels).toEqual(expect.arrayContaining(['UTC', 'UTC+8', 'UTC+5:45', 'UTC−3:30', 'UTC+12:45']));
});

test('every zone that places have now can be chosen, in summer and in winter', () => {
  const hoursIn = (zone: string, atMs: number) => {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    const text = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign = '+', hours = '0', minutes = '0'] = /GMT(?:([+-])(\d+):(\d+))?/.exec(text) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60);
  };
  const zones = Intl.supportedValuesOf('timeZone');
  expect(zones.length).toBeGreaterThan(100);
  const missing = zones.filter((zone) =>
    [0, 6].some((month) => !timeOffsets.includes(hoursIn(zone, Date.UTC(2026, month, 15)))),
  );
  expect(missing).toEqual([]);
});
