import type { Locale } from '../../../protocol/core/locales.ts';

type Label = Readonly<Record<Locale, string>>;

const long: Label = { en: 'long', zh: '做多', hk: '做多', jp: 'ロング', hy: '롱', yn: 'long', ty: 'Long' };
const short: Label = { en: 'short', zh: '做空', hk: '做空', jp: 'ショート', hy: '숏', yn: 'short', ty: 'Short' };
const up: Label = { en: 'Up', zh: '涨', hk: '升', jp: '上昇', hy: '상승', yn: 'Tăng', ty: 'ขึ้น' };
const down: Label = { en: 'Down', zh: '跌', hk: '跌', jp: '下落', hy: '하락', yn: 'Giảm', ty: 'ลง' };
const flat: Label = { en: 'Flat', zh: '平', hk: '平', jp: '横ばい', hy: '보합', yn: 'Đi ngang', ty: 'ทรงตัว' };

/** Facts that are stored as a code and shown in the reader's language, by the name of the fact. */
const labels: Readonly<Record<string, Readonly<Record<string, Label>>>> = {
  side: { long, short },
  direction: { up, down, flat },
};

/** The text of a coded fact; undefined for a fact that is shown as it is. */
export function factLabel(name: string, code: string, language: Locale): string | undefined {
  return labels[name]?.[code]?.[language];
}
