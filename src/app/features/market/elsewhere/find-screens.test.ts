import { expect, it } from 'vitest';
import { findScreens } from './find-screens.ts';

const find = (query: string, isOn: (feature: string | undefined) => boolean = () => true) =>
  findScreens(
    query,
    ({ message, id }) => message ?? id,
    ({ feature }) => isOn(feature),
  ).map(({ path, by }) => [path, by]);

it('finds screens by the beginning of any word of their name, whatever the case', () => {
  expect(find('WITHDRAW')).toEqual([
    ['/pages/assets/mention', null],
    ['/pages/assets/withdrawalRecord', null],
  ]);
  expect(find('records').map(([path]) => path)).toContain('/pages/assets/Assetrecords');
  expect(find('ersion')).toEqual([]);
});

it('finds settings where they are, and says by what', () => {
  expect(find('time z')).toEqual([['/pages/mine/userCenter', 'Time zone']]);
  expect(find('authenticator')).toEqual([['/pages/mine/security', 'Authenticator app']]);
});

it('finds nothing for nothing, and nothing that is switched off', () => {
  expect(find('  ')).toEqual([]);
  expect(find('gold', (feature) => feature !== 'gold')).toEqual([]);
});
