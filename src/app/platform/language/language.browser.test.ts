import { i18n } from '@lingui/core';
import { beforeEach, expect, it } from 'vitest';
import { localeCodes, locales } from '#protocol/core/locales.ts';
import { storageKeys } from '#protocol/core/storage-keys.ts';
import { areas } from './areas.ts';
import { chooseLanguage, initialLanguage, language, loadCatalog, startLanguage } from './language.ts';
import { chooseTheme, startTheme, theme } from '../device/theme.ts';
import { chooseUpDown, upDown } from '../device/up-down.ts';

beforeEach(() => localStorage.clear());

it('is English unless a language of the product is stored', () => {
  expect(initialLanguage()).toBe('en');
  localStorage.setItem(storageKeys.language, 'jp');
  expect(initialLanguage()).toBe('jp');
  localStorage.setItem(storageKeys.language, 'de');
  expect(initialLanguage()).toBe('en');
});

it('comes under its BCP 47 name, with the up and down colours of its readers', async () => {
  await startLanguage();
  const seen: string[] = [];
  for (const locale of localeCodes) {
    await chooseLanguage(locale);
    seen.push(`${document.documentElement.lang} ${String(i18n.locales)} ${upDown.get()}`);
  }
  expect(seen).toEqual([
    'zh-Hans zh-Hans-CN red',
    'en en green',
    'ja ja red',
    'zh-Hant zh-Hant-HK red',
    'ko ko red',
    'vi vi green',
    'th th-u-ca-gregory green',
  ]);
  expect(localStorage.getItem(storageKeys.language)).toBe('ty');
  expect(Object.keys(locales)).toHaveLength(7);
});

it('keeps colours the user chose over any language', async () => {
  await chooseLanguage('en');
  chooseUpDown('cb', 'en');
  await chooseLanguage('zh');
  expect(document.documentElement.dataset['updown']).toBe('cb');
  chooseUpDown(null, language.get());
  expect(upDown.get()).toBe('red');
});

it('has a catalogue of each area', async () => {
  await chooseLanguage('hy');
  await Promise.all(areas.map((area) => loadCatalog(area)));
  // The same area twice is one fetch.
  expect(loadCatalog('shell')).toBe(loadCatalog('shell'));
});

it('is dark unless light was chosen, for the browser’s own bars too', () => {
  const meta = document.createElement('meta');
  meta.name = 'theme-color';
  document.head.append(meta);
  startTheme();
  expect(theme.get()).toBe('dark');
  expect(meta.content).toBe('#111d2f');
  chooseTheme('light');
  expect(document.documentElement.dataset['theme']).toBe('light');
  expect(meta.content).toBe('#ffffff');
  expect(localStorage.getItem(storageKeys.theme)).toBe('light');
});
