import { afterEach, expect, it } from 'vitest';
import { session } from '#app/platform/session/session.ts';
import { draftLifeMs } from '#app/platform/storage/form-drafts.ts';
import { emptyDraft, keepDraft, keptDraft } from './kept-draft.ts';

const now = Date.parse('2026-07-01T00:00:00Z');
const draft = { address: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '100', remark: 'Rent' };

afterEach(() => {
  keepDraft('USDT', emptyDraft, now);
  session.set(null);
});

it('keeps what was filled in for a coin, and nothing of another coin', () => {
  keepDraft('USDT', draft, now);
  expect(keptDraft('USDT', now + 1)).toEqual(draft);
  expect(keptDraft('BTC', now + 1)).toEqual(emptyDraft);
  expect(keptDraft('USDT', now + 2)).toEqual(draft);
});

it('forgets it after its time, also when the clock was set back', () => {
  keepDraft('USDT', draft, now);
  expect(keptDraft('USDT', now + draftLifeMs - 1)).toEqual(draft);
  expect(keptDraft('USDT', now + draftLifeMs)).toEqual(emptyDraft);
  keepDraft('USDT', draft, now);
  expect(keptDraft('USDT', now - draftLifeMs)).toEqual(emptyDraft);
});

it('is cleared by sending, and by a change of the user', () => {
  session.set({ token: 'one', account: '100001' });
  keepDraft('USDT', draft, now);
  session.set({ token: 'newer', account: '100001' });
  expect(keptDraft('USDT', now)).toEqual(draft);
  session.set({ token: 'two', account: '100002' });
  expect(keptDraft('USDT', now)).toEqual(emptyDraft);
  keepDraft('USDT', draft, now);
  keepDraft('USDT', emptyDraft, now);
  expect(keptDraft('USDT', now)).toEqual(emptyDraft);
});
