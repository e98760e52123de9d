import { QueryClient } from '@tanstack/react-query';
import { beforeEach, afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Article } from '#protocol/content/entities.ts';
import {
  removeOfflineArticles,
  storeCollection,
  restartOfflineArticles,
} from '#app/platform/offline/offline-articles.ts';
import { signIn } from '#app/platform/session/sign-in.ts';
import { wipeDevice } from '#app/platform/storage/wipe.ts';
import { type Answer, renderScreen } from '../account/testing-screens.tsx';
import { HelpScreen } from './help-screen.tsx';
import { patience } from '../../../../tests/pace.ts';

const article = (key: string, tag: string | null, title: string, text: string): Article => ({
  key,
  tag,
  title,
  summary: `${title} in short.`,
  blocks: [{ type: 'paragraph', text }],
  readingMinutes: 1,
  at: 0,
});

const deposit = article('help/deposit', 'money', 'Deposit coins', 'Copy the address and send from elsewhere.');
const scams = article('help/fraud', 'safety', 'Known tricks', 'Nobody from Dunlin asks for a password.');
const agreement = article('page/agreement', null, 'User agreement', 'Who is eighteen may trade.');

const help: Answer = {
  data: {
    list: [
      { category: 'money', article: deposit },
      { category: 'safety', article: scams },
    ],
    next: null,
  },
};
const customer: Answer = { data: { list: [{ kind: 'email', value: 'care@example.com' }] } };
const contact: Answer = { data: { article: null, email: null, phone: '+84 28 1234 5678', post: [] } };
const answers = { 'GET common/problem': help, 'GET customer/config': customer, 'GET common/contact': contact };

const path = '/pages/Whiteskin/contact';
const field = page.getByRole('searchbox', { name: 'Search help, news and notices' });
const show = (
  more: Partial<Parameters<typeof HelpScreen>[0]> = {},
  answered: Parameters<typeof renderScreen>[2] = answers,
) => renderScreen(path, () => <HelpScreen query="" category={undefined} isFinding={false} {...more} />, answered);

beforeEach(async () => {
  await wipeDevice(new QueryClient());
  restartOfflineArticles();
  signIn('token', '100009');
});
afterEach(() => vi.unstubAllGlobals());

describe('the help', () => {
  test('has the FAQ, topics, contact options and pages', async () => {
    await show();
    await expect.element(page.getByRole('link', { name: /^Deposit coins/ })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Safety 1' }))
      .toHaveAttribute('href', `#${path}?category=safety`);
    await expect
      .element(page.getByRole('link', { name: 'care@example.com' }))
      .toHaveAttribute('href', 'mailto:care@example.com');
    await expect
      .element(page.getByRole('link', { name: '+84 28 1234 5678' }))
      .toHaveAttribute('href', 'tel:+842812345678');
    await expect
      .element(page.getByRole('link', { name: 'User agreement' }))
      .toHaveAttribute('href', '#/pages/Whiteskin/mairivacy');
  });

  test('shows one topic alone', async () => {
    await show({ category: 'safety' });
    await expect.element(page.getByRole('link', { name: /^Known tricks/ })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Safety', level: 1 })).toBeInTheDocument();
    expect(page.getByRole('link', { name: /^Deposit coins/ }).elements()).toHaveLength(0);
  });

  test('says when it did not come, and shows what is on the device instead', async () => {
    const { calls } = await show({}, {});
    await expect.element(page.getByText('The help did not load')).toBeVisible();
    expect(calls.map(({ name }) => name)).toContain('GET common/problem');
  });

  test('is read from the device without a network', async () => {
    await storeCollection('help', 'en', [deposit, scams]);
    await show({}, {});
    await expect.element(page.getByRole('link', { name: /^Known tricks/ })).toBeVisible();
    expect(page.getByText('The help did not load').elements()).toHaveLength(0);
  });
});

describe('the search', () => {
  test('finds in everything that is stored, marks it, and counts the results', async () => {
    await storeCollection('page', 'en', [agreement]);
    await show({ isFinding: true });
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('eighteen');
    const found = page.getByRole('list', { name: 'Results' }).getByRole('link');
    await expect.element(found).toHaveAttribute('href', '#/pages/Whiteskin/mairivacy');
    expect(found.element().querySelector('mark')?.textContent).toBe('eighteen');
    await expect.element(page.getByText('Results: 1')).toBeInTheDocument();
    await userEvent.keyboard('{Tab}{Tab}');
    await expect.element(found).toHaveFocus();
  });

  test('keeps the query in the address, and offers the topics when nothing is found', async () => {
    const { path: address } = await show();
    await field.fill('passwrd');
    await expect.element(page.getByRole('link', { name: /Known tricks/ })).toBeVisible();
    await vi.waitFor(() => expect(address()).toBe(`${path}?q=passwrd`), patience);
    await field.fill('gold bars');
    await expect.element(page.getByText('Nothing found').first()).toBeInTheDocument();
    await page.getByRole('button', { name: 'Show all topics' }).click();
    await expect.element(field).toHaveValue('');
    await expect.element(field).toHaveFocus();
    await expect.element(page.getByRole('link', { name: /^Deposit coins/ })).toBeVisible();
  });
});

describe('the search where no texts are stored', () => {
  test('finds the help that comes after the first look', async () => {
    await removeOfflineArticles();
    const coming: Partial<typeof answers> = { 'GET customer/config': customer };
    await show({ query: 'address' }, coming);
    await expect.element(page.getByText('Nothing found').first()).toBeInTheDocument();
    coming['GET common/problem'] = help;
    await page.getByRole('button', { name: 'Show all topics' }).click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('link', { name: /^Deposit coins/ })).toBeVisible();
    await field.fill('address');
    await expect.element(page.getByRole('list', { name: 'Results' }).getByRole('link')).toBeVisible();
  });
});

describe('what is stored on the device', () => {
  test('is shown in megabytes and can be removed', async () => {
    await storeCollection('page', 'en', [agreement]);
    await show();
    await expect.element(page.getByText('0.1 MB on this device')).toBeVisible();
  });
});
