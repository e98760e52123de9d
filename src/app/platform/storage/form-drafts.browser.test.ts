import { beforeEach, describe, expect, it } from 'vitest';
import { observable } from '../observable.ts';
import { session } from '../session/session.ts';
import type * as formDrafts from './form-drafts.ts';

let pages = 0;

/** The module as after a page was loaded: what lay in memory is gone. */
async function load(account: string | null) {
  session.set(account === null ? null : { token: 'token', account });
  pages += 1;
  const address = `./form-drafts.ts?page=${pages}`;
  const drafts = (await import(/* @vite-ignore */ address)) as typeof formDrafts;
  return { ...drafts, session, observable };
}

/** A form with texts whose page goes. */
async function leave(account: string | null, texts: Record<string, unknown>, at = Date.now()): Promise<void> {
  const page = await load(account);
  const empty = Object.fromEntries(Object.entries(texts).map(([name]) => [name, '']));
  const form = page.observable<Record<string, unknown>>(empty);
  page.keepDraftOverReload('form', form);
  form.set(texts);
  page.writeDrafts(at);
}

async function comeBack(account: string | null, empty: Record<string, unknown>): Promise<Record<string, unknown>> {
  const page = await load(account);
  const form = page.observable(empty);
  page.keepDraftOverReload('form', form);
  return form.get();
}

beforeEach(() => sessionStorage.clear());

describe('what is entered in a form', () => {
  it('is there after the page was loaded again, once', async () => {
    await leave('7', { address: 'T1', amount: '5' });
    expect(await comeBack('7', { address: '', amount: '' })).toEqual({ address: 'T1', amount: '5' });
  });

  it('is nobody else’s, and ends with the session', async () => {
    await leave('7', { amount: '5' });
    expect(await comeBack('8', { amount: '' })).toEqual({ amount: '' });
    expect(await comeBack(null, { amount: '' })).toEqual({ amount: '' });
    await leave('7', { amount: '5' });
    const page = await load('7');
    page.session.set(null);
    expect(sessionStorage.getItem('dunlin.forms')).toBeNull();
  });

  it('is forgotten with time', async () => {
    const { draftLifeMs } = await load('7');
    await leave('7', { amount: '5' }, Date.now() - draftLifeMs);
    expect(await comeBack('7', { amount: '' })).toEqual({ amount: '' });
  });

  it('is never written down where it proves who asks', async () => {
    const secrets = {
      password: 'p',
      transactionPassword: '1',
      totp: '2',
      code: '3',
      pin: '4',
      ticket: '5',
      secret: '6',
    };
    await leave('7', { ...secrets, number: '7', amount: '8' });
    expect(JSON.stringify(sessionStorage)).toContain('"amount\\\\":\\\\"8'.replaceAll('\\\\', '\\'));
    for (const name of [...Object.keys(secrets), 'number'])
      expect(JSON.stringify(sessionStorage)).not.toContain(`"${name}\\"`);
  });

  it('is not stored while it is what the form begins with', async () => {
    await leave('7', { amount: '' });
    expect(sessionStorage.getItem('dunlin.forms')).toBeNull();
  });
});

describe('a draft of another build', () => {
  it('counts as far as its fields are those of the form', async () => {
    const { fittingDraft } = await load('7');
    const empty = { amount: '', days: 3, chosen: null as string | null, list: [] as string[], deep: { a: '' } };
    const draft = { amount: 7, days: 4, chosen: 'x', list: ['y'], deep: { a: 'b', c: 'd' }, gone: 'z' };
    expect(fittingDraft(empty, draft)).toEqual({ amount: '', days: 4, chosen: 'x', list: ['y'], deep: { a: 'b' } });
    for (const broken of [null, 7, 'text', ['a'], undefined]) expect(fittingDraft(empty, broken)).toBe(empty);
    expect(fittingDraft('', 'text')).toBe('text');
    expect(fittingDraft('', {})).toBe('');
    expect(fittingDraft({}, { step: '1', bad: 7 })).toEqual({ step: '1' });
  });
});
