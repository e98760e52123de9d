import { skeletonsOf } from './skeleton.ts';

/** How staff of an exchange, and what it has checked, is called in the languages of the app and in Russian. */
const staffWords = [
  'dunlin',
  'admin',
  'moderator',
  'official',
  'support',
  'help desk',
  'customer service',
  'customer care',
  'arbiter',
  'arbitrator',
  'staff',
  'security team',
  'security department',
  'compliance',
  'verified',
  '官方',
  '客服',
  '管理员',
  '仲裁',
  '工作人员',
  '安全团队',
  '安全中心',
  '技术支持',
  '运营',
  '风控',
  '认证',
  '管理員',
  '工作人員',
  '安全團隊',
  '技術支援',
  '運營',
  '風控',
  '認證',
  '公式',
  'サポート',
  '運営',
  '管理者',
  'スタッフ',
  'カスタマーセンター',
  'セキュリティチーム',
  '認証',
  '공식',
  '고객센터',
  '고객지원',
  '관리자',
  '운영자',
  '운영팀',
  '중재자',
  '보안팀',
  '상담원',
  '인증됨',
  'เจ้าหน้าที่',
  'แอดมิน',
  'ทางการ',
  'ฝ่ายบริการลูกค้า',
  'ฝ่ายสนับสนุน',
  'ซัพพอร์ต',
  'ทีมความปลอดภัย',
  'ผู้ดูแลระบบ',
  'quản trị viên',
  'chính thức',
  'hỗ trợ',
  'trọng tài',
  'nhân viên',
  'chăm sóc khách hàng',
  'đội bảo mật',
  'đã xác minh',
  'ยืนยันแล้ว',
  'поддержка',
  'поддержки',
  'админ',
  'модератор',
  'официальн',
  'арбитр',
  'служба безопасности',
  'сотрудник',
  'проверенный',
];

/** Words that hold one of them and mean something else. */
const innocentWords = ['badminton', 'stafford', 'supporter'];

/** Digits and signs that people read as letters. Look-alikes of other scripts are in the data of the skeleton. */
const readAs: Readonly<Record<string, string>> = {
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
};

/** Letters alone, without separators, symbols and accents. */
function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/gu, '')
    .replaceAll(/[đĐ]/gu, 'd');
}

/** Beyond the skeleton, what is read alike at a glance is the same here: one stroke does not make another word of a staff word. */
function glance(skeleton: string): string {
  return skeleton.replaceAll('i', 'l').replaceAll('cl', 'd').replaceAll('vv', 'w');
}

function foldsOf(text: string): readonly string[] {
  return skeletonsOf(lettersOf(text)).map(glance);
}

const compiled = (words: readonly string[]) => words.flatMap(foldsOf);
let folded: { readonly staff: readonly string[]; readonly innocent: readonly string[] } | null = null;

/**
 * Whether a nickname passes for staff of the exchange, which nobody else may: who asks for coins under such a name is
 * believed. Separators, symbols, accents, capitals and look-alikes make no difference.
 */
export function imitatesStaff(nickname: string): boolean {
  folded ??= { staff: compiled(staffWords), innocent: compiled(innocentWords) };
  const { staff, innocent } = folded;
  if (/\(practice\)/iu.test(nickname.normalize('NFKC'))) return true;
  const read = Array.from(nickname, (letter) => readAs[letter] ?? letter).join('');
  return [nickname, read].flatMap(foldsOf).some((fold) => {
    const rest = innocent.reduce((text, word) => text.replaceAll(word, '\n'), fold);
    return staff.some((word) => rest.includes(word));
  });
}
