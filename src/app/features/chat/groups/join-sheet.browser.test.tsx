import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ChatGroup } from '#protocol/chat/entities.ts';
import { renderScreen } from '#app/features/account/testing-screens.tsx';
import { JoinSheet } from './join-sheet.tsx';

const group = { id: '7', name: 'Members only', kind: 'password', joined: false } as unknown as ChatGroup;

test('says what is missing instead of doing nothing, and why a password did not open the group', async () => {
  const { calls } = await renderScreen('/pages/usreMei/usreMei', () => <JoinSheet group={group} onClose={() => {}} />, {
    'POST checkChatPwd': { refusal: 'chatPasswordWrong' },
  });
  const join = page.getByRole('button', { name: 'Join the group' });
  await userEvent.type(page.getByLabelText('Group password'), '{Enter}');
  await expect.element(page.getByText('Enter the password first')).toBeVisible();
  await expect.element(join).toHaveAttribute('aria-disabled', 'true');
  expect(calls).toEqual([]);
  await userEvent.fill(page.getByLabelText('Group password'), 'wrong');
  await userEvent.click(join);
  await expect.element(page.getByLabelText('Group password')).toHaveAttribute('aria-invalid', 'true');
  expect(calls).toEqual([{ name: 'POST checkChatPwd', body: { group: '7', password: 'wrong' } }]);
});
