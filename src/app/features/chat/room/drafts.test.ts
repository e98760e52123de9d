import { expect, it } from 'vitest';
import { session } from '#app/platform/session/session.ts';
import { drafts, emptyDraft, unsent, withLink } from './drafts.ts';

it('drops drafts at log-out, and keeps them when only the token changes', () => {
  session.set({ token: 'one', account: '100007' });
  drafts.set('1', { ...emptyDraft, text: 'for nobody else' });
  session.set({ token: 'two', account: '100007' });
  expect(drafts.get('1')?.text).toBe('for nobody else');
  session.set(null);
  session.set({ token: 'three', account: '100008' });
  expect(drafts.size).toBe(0);
});

it('keeps what was written and chosen while the rest was being sent', () => {
  const sent = { ...emptyDraft, text: 'Good morning', image: 'one' };
  expect(unsent(sent, sent)).toEqual(emptyDraft);
  expect(unsent(sent, { ...sent, text: 'Good morning all' })).toMatchObject({ text: 'all', image: null });
  expect(unsent(sent, { ...sent, text: 'Something else', image: 'two' })).toMatchObject({
    text: 'Something else',
    image: 'two',
  });
});

it('puts a link behind what was written', () => {
  expect(withLink(emptyDraft, 'https://x.example').text).toBe('https://x.example');
  expect(withLink({ ...emptyDraft, text: 'We meet here:\n' }, 'https://x.example').text).toBe(
    'We meet here: https://x.example',
  );
});
