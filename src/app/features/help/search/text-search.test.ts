import { beforeAll, describe, expect, it } from 'vitest';
import type { Piece } from './excerpt.ts';
import { excerpt } from './excerpt.ts';
import { fold, normalizeWithPositions } from './normalize.ts';
import { type Searchable, TextSearch } from './text-search.ts';
import { wordsOfQuery, wordsOfText } from './words.ts';

const text = (to: string, title: string, summary: string, ...paragraphs: string[]): Searchable => ({
  to,
  article: { title, summary, blocks: paragraphs.map((each) => ({ type: 'paragraph', text: each })) },
});

const texts: Readonly<Record<string, readonly Searchable[]>> = {
  'zh-Hans': [
    text('fee', '提现手续费', '每笔提现都要支付网络手续费。', '手续费随网络而变，在您确认之前会写明金额。'),
    text('pwd', '交易密码', '交易密码保护您的资金。', '修改密码后，二十四小时内不能提币。'),
    text('opt', '什么是期权', '期权是对价格涨跌的预测。', '每一轮结束时结算，输了会失去投入的金额。'),
  ],
  ja: [
    text('fee', '出金手数料', '出金のたびにネットワーク手数料がかかります。', '手数料は確認の前に表示されます。'),
    text(
      'pwd',
      '取引パスワード',
      '取引パスワードは資産を守ります。',
      'パスワードを変更すると、二十四時間は出金できません。',
    ),
    text('opt', 'オプションとは', '価格の上下を予測する商品です。', 'ラウンドの終わりに決済されます。'),
  ],
  ko: [
    text('fee', '출금 수수료', '출금할 때마다 네트워크 수수료가 있습니다.', '수수료는 확인하기 전에 표시됩니다.'),
    text(
      'pwd',
      '거래 비밀번호',
      '거래 비밀번호는 자산을 지킵니다.',
      '비밀번호를 바꾸면 24시간 동안 출금할 수 없습니다.',
    ),
  ],
  th: [
    text('fee', 'ค่าธรรมเนียมการถอน', 'การถอนเงินทุกครั้งมีค่าธรรมเนียมเครือข่าย', 'จำนวนค่าธรรมเนียมแสดงก่อนที่คุณจะยืนยัน'),
    text('pwd', 'รหัสผ่านธุรกรรม', 'รหัสผ่านธุรกรรมปกป้องเงินของคุณ', 'หลังจากเปลี่ยนรหัสผ่าน คุณจะถอนเงินไม่ได้เป็นเวลา 24 ชั่วโมง'),
    text('opt', 'ออปชันคืออะไร', 'ออปชันคือการทำนายว่าราคาจะขึ้นหรือลง', 'แต่ละรอบจบลงด้วยการชำระ'),
  ],
  vi: [
    text('fee', 'Phí rút tiền', 'Mỗi lần rút tiền có phí mạng lưới.', 'Số phí được ghi rõ trước khi bạn xác nhận.'),
    text(
      'pwd',
      'Mật khẩu giao dịch',
      'Mật khẩu giao dịch bảo vệ tiền của bạn.',
      'Sau khi đổi mật khẩu, bạn không rút được trong 24 giờ.',
    ),
    text('opt', 'Quyền chọn là gì', 'Quyền chọn là dự đoán giá lên hay xuống.'),
  ],
  en: [
    text(
      'fee',
      'Withdrawal fees',
      'Each withdrawal pays the fee of its network.',
      'The fee is shown before you confirm. Coffee is extra.',
    ),
    text(
      'pwd',
      'Transaction password',
      'It guards the way out.',
      'After a change nothing can be withdrawn for 24 hours.',
    ),
  ],
};

const searches = new Map<string, TextSearch>();
beforeAll(async () => {
  for (const [tag, of] of Object.entries(texts)) searches.set(tag, await TextSearch.build(of, tag));
});

const found = (tag: string, query: string) =>
  searches
    .get(tag)
    ?.find(query)
    .map(({ to }) => to);
const shown = (pieces: readonly Piece[]) =>
  pieces.map((piece) => (piece.found ? `[${piece.text}]` : piece.text)).join('');

describe('search in languages without spaces', () => {
  it.each([
    ['zh-Hans', '手续费', ['fee']],
    ['zh-Hans', '提现手续费', ['fee']],
    ['zh-Hans', '期权', ['opt']],
    ['zh-Hans', '费', ['fee']],
    ['zh-Hans', '修改密码', ['pwd']],
    ['zh-Hans', '２４小时', []],
    ['ja', '手数料', ['fee']],
    ['ja', 'パスワード', ['pwd']],
    ['ja', 'ﾊﾟｽﾜｰﾄﾞ', ['pwd']],
    ['ja', 'オプション', ['opt']],
    ['th', 'ค่าธรรมเนียม', ['fee']],
    ['th', 'รหัสผ่าน', ['pwd']],
    ['th', 'เปลี่ยนรหัสผ่าน', ['pwd']],
    ['th', 'ราคา', ['opt']],
    ['ko', '수수료', ['fee']],
    ['ko', '비밀번호를', ['pwd']],
  ])('%s: %s', (tag, query, expected) => {
    const first = found(tag, query);
    if (expected.length === 0) expect(first).not.toContain('fee');
    else expect(first).toEqual(expected);
  });

  it('finds with a part of the question when nothing has all of it', () => {
    expect(found('zh-Hans', '请问提现手续费是多少')?.[0]).toBe('fee');
    expect(found('ja', '出金の手数料はいくらですか')?.[0]).toBe('fee');
    expect(found('th', 'ค่าธรรมเนียมการถอนเท่าไหร่')?.[0]).toBe('fee');
    expect(found('ko', '출금 수수료는 얼마인가요')?.[0]).toBe('fee');
  });

  it('finds nothing where nothing is', () => {
    expect(found('zh-Hans', '黄金')).toEqual([]);
    expect(found('th', 'ทองคำ')).toEqual([]);
    expect(found('en', '???')).toEqual([]);
    expect(found('en', '')).toEqual([]);
  });
});

describe('search in alphabets', () => {
  it('reads Vietnamese with and without its marks', () => {
    for (const query of ['phí rút tiền', 'phi rut tien', 'PHÍ RÚT', 'Phi\u0301'])
      expect(found('vi', query)?.[0]).toBe('fee');
    expect(found('vi', 'quyen chon')).toEqual(['opt']);
    expect(found('vi', 'doi mat khau')?.[0]).toBe('pwd');
  });

  it('finds while a word is typed and with a slip of the finger', () => {
    expect(found('en', 'withdr')).toEqual(['fee', 'pwd']);
    expect(found('en', 'pasword')).toEqual(['pwd']);
    expect(found('en', 'transacton passwrd')).toEqual(['pwd']);
  });
});

describe('what is shown of a find', () => {
  it('marks what was found in the original letters', () => {
    const [fee] = searches.get('vi')?.find('phi rut') ?? [];
    expect(shown(fee?.title ?? [])).toBe('[Phí] [rút] tiền');
    const [password] = searches.get('zh-Hans')?.find('修改密码') ?? [];
    expect(shown(password?.excerpt ?? [])).toContain('[修改密码]后');
    const [thai] = searches.get('th')?.find('รหัสผ่าน') ?? [];
    expect(shown(thai?.title ?? [])).toMatch(/^\[รหัส/);
  });

  it('does not mark the inside of a word of an alphabet', () => {
    const [fee] = searches.get('en')?.find('fee') ?? [];
    expect(shown(fee?.excerpt ?? [])).toContain('[fee] is shown');
    expect(shown(fee?.excerpt ?? [])).toContain('Coffee');
  });

  it('cuts a long text around what was found', () => {
    const long = `${'Nothing of interest here. '.repeat(40)}The insurance fund pays it.${' And more of it.'.repeat(40)}`;
    const cut = shown(excerpt(long, ['insurance']));
    expect(cut).toMatch(/^….*\[insurance\] fund.*…$/);
    expect(cut.length).toBeLessThan(170);
    const dense = shown(
      excerpt(`${'这里没有什么。'.repeat(30)}保险基金支付。${'还有更多。'.repeat(30)}`, ['保险', '险基', '基金']),
    );
    expect(dense).toContain('[保险基金]');
    expect(dense.length).toBeLessThan(75);
  });
});

describe('folding', () => {
  it('keeps the letters of Thai, Japanese and Korean', () => {
    for (const word of ['น้ำ', 'が', 'パス', '한국', 'ค่า'])
      expect(fold(word)).toBe(word.normalize('NFKC').toLowerCase());
    expect(fold('Đổi ＡＢＣ')).toBe('doi abc');
  });

  it('knows where each letter came from', () => {
    const original = 'Rút tiền ß ﬁ';
    const { text: normalized, at } = normalizeWithPositions(original);
    expect(normalized).toBe('rut tien ss fi');
    expect(at).toHaveLength(normalized.length + 1);
    expect(original.slice(at[4] ?? 0, at[8])).toBe('tiền');
    expect(at.at(-1)).toBe(original.length);
  });

  it('parts words by the language and by pairs', () => {
    expect(wordsOfText('提现', 'zh-Hans')).toContain('提现');
    expect(wordsOfText('ถอนเงิน', 'th').join('')).toBe('ถอนเงิน');
    expect(wordsOfQuery('BTC 提现费 30', 'zh-Hans')).toEqual(['btc', '30', '提现', '现费']);
  });
});
