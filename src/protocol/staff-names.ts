/** Letters and digits that people read as others, as in `0fficial` or a Cyrillic `а`. */
const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  а: 'a',
  с: 'c',
  е: 'e',
  о: 'o',
  р: 'p',
  ѕ: 's',
  у: 'y',
  х: 'x',
  і: 'i',
  ι: 'i',
  ο: 'o',
  α: 'a',
  ν: 'v',
  ı: 'i',
};

/** How staff of an exchange calls itself, in the languages of the app. Words that only contain one of them are not meant. */
const staff = [
  /dunlin|duniin/u,
  /(?<!b)admin(?!ton)|moderator|officiai|official|support(?!er)|custom(?:er)?(?:service|care)|helpdesk|arbiter|arbitrator/u,
  /(?<![a-z])staff(?!ord)|\(practice\)/u,
  /官方|客服|管理员|管理員|仲裁|工作人员|工作人員/u,
  /공식|고객센터|관리자|운영자|중재자|公式|サポート|運営|管理者/u,
  /เจ้าหน้าที่|แอดมิน|ทางการ|quantrivien|chinhthuc|hotrokhachhang|trongtai/u,
];

/**
 * Whether a nickname passes for staff of the exchange, which nobody else may: who asks for coins under such a name is
 * believed. Separators, accents, capitals and look-alikes make no difference.
 */
export function imitatesStaff(nickname: string): boolean {
  const shown = nickname.normalize('NFKC').toLowerCase();
  const bare = shown.replaceAll(/[\s._\-·•'’]/gu, '');
  const unmarked = bare
    .replaceAll('đ', 'd')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/gu, '');
  const folded = Array.from(unmarked, (letter) => lookAlikes[letter] ?? letter).join('');
  return [bare, unmarked, folded].some((text) => staff.some((one) => one.test(text)));
}
