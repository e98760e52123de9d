/** What a message between the two sides of an order may try, in the order screens show it. */
export const talkWarnings = ['link', 'phone', 'wallet', 'elsewhere'] as const;
export type TalkWarning = (typeof talkWarnings)[number];

/** An address of the web or of mail: with its scheme, or a name under a domain that people write without one. */
const link =
  /https?:\/\/\S|\bwww\.\S|\bt\.me\b|[\p{L}\d-]{2,}\.(?:com|net|org|io|me|cc|cn|co|app|xyz|top|vip|info|site|online|link|shop|ly|gg|ru|hk|vn|th|jp|kr)(?![\p{L}\d-])/iu;
const date = /\d{4}[-./]\d{1,2}[-./]\d{1,2}/gu;
/** Digits that belong together, with what people put between them; a part of more digits is none. */
const digits = /(?<!\d[\s().-]?|[\d.,])\+?\(?\d(?:[\s().-]{0,2}\d){7,14}(?![\s().-]{0,2}\d|[.,]\d)/gu;
/** Amounts in thousands are written with spaces too. */
const thousands = /^\d{1,3}(?:\s\d{3})+$/u;
const hexAddress = /\b0x[\da-f]{40}\b/iu;
const segwitAddress = /\b(?:bc1|tb1|ltc1|dt1)[a-z\d]{20,90}\b/iu;
const base58Run = /[1-9A-HJ-NP-Za-km-z]{26,64}/gu;

/** Other places to talk or to deal. WeChat and LINE are ways to pay or words as well, so they need more than a name. */
const elsewhere = [
  /telegram|whats\s?app|\bviber\b|\bzalo\b|kakao|discord|\bskype\b|snapchat|instagram|facebook|\bwickr\b/iu,
  /\bline\s?id\b|\b(?:wechat|wei\s?xin|signal|messenger)\s(?:id|me|number)\b|\badd (?:me|my)\b|\bqq\s?(?:号|號)?[:：]?\s?\d{5,}/iu,
  /\b(?:off|outside|out\sof)[\s-](?:of\s)?(?:the\s|this\s)?(?:app|platform|exchange|site)\b|\b(?:another|other) app\b/iu,
  /电报|電報|纸飞机|紙飛機|微信号|微信號|[加＋+]\s?(?:我|你|个|個|下)?\s?(?:微信|qq|好友|v信)|私聊|私下交易|线下交易|線下交易|平台外|(?:另|换|換)(?:一)?(?:个|個)?(?:平台|软件|軟體)/iu,
  /テレグラム|ライン(?:で|の?id)|アプリの?外|別のアプリ/iu,
  /텔레그램|카톡|라인\s?아이디|앱\s?밖|다른\s?앱/u,
  /เทเลแกรม|ไลน์|ไอดีไลน์|นอกแอป|แอปอื่น/u,
  /ngoài\s(?:sàn|ứng dụng|app)|ứng dụng khác|nhắn (?:qua|tin) (?:zalo|tele)/iu,
];

/** International, or as people write one at home: from 0 on, a Chinese mobile number, or in groups. */
function isPhone(text: string): boolean {
  const number = text.replaceAll(/[^\d+]/gu, '');
  if (number.startsWith('+')) return true;
  if (number.length < 9 || thousands.test(text)) return false;
  return number.startsWith('0') || /^1[3-9]\d{9}$/u.test(number) || text.length > number.length;
}

/**
 * What a message of an order's conversation is to be read with care for: links, phone numbers, wallet addresses, and
 * words that ask to go on outside the app. It is sent all the same, with the mark, which both sides see; the page warns
 * before. Amounts, dates, card numbers and the payment's reference are none of these.
 */
export function talkWarningsOf(text: string): TalkWarning[] {
  // Full-width digits and letters are the same to who reads them.
  const plain = text.normalize('NFKC');
  const found: Readonly<Record<TalkWarning, boolean>> = {
    link: link.test(plain),
    phone: [...plain.replaceAll(date, ' ').matchAll(digits)].some(([one]) => isPhone(one.trim())),
    wallet: hexAddress.test(plain) || segwitAddress.test(plain) || [...plain.matchAll(base58Run)].some(isMixed),
    elsewhere: elsewhere.some((one) => one.test(plain)),
  };
  return talkWarnings.filter((one) => found[one]);
}

/** Addresses mix digits, small and capital letters; long words and numbers of banks do not. */
function isMixed([run]: RegExpMatchArray): boolean {
  return /\d/u.test(run) && /[a-z]/u.test(run) && /[A-Z]/u.test(run);
}
