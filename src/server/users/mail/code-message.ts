import { minuteMs } from '../../../protocol/durations.ts';
import type { Locale } from '../../../protocol/locales.ts';
import { withAntiPhishing } from './anti-phishing.ts';

/** A message with a verification code, in the reader's language. */
export interface CodeMessage {
  readonly subject: string;
  readonly body: string;
}

const texts: Record<Locale, { readonly subject: string; readonly body: (code: string, minutes: number) => string }> = {
  zh: {
    subject: 'Dunlin 验证码',
    body: (code, minutes) => `您的 Dunlin 验证码是 ${code}，${minutes} 分钟内有效。请勿告诉任何人。`,
  },
  en: {
    subject: 'Dunlin verification code',
    body: (code, minutes) => `Your Dunlin verification code is ${code}. It works for ${minutes} minutes. Tell nobody.`,
  },
  jp: {
    subject: 'Dunlin 認証コード',
    body: (code, minutes) => `Dunlin の認証コードは ${code} です。${minutes} 分間有効です。誰にも教えないでください。`,
  },
  hk: {
    subject: 'Dunlin 驗證碼',
    body: (code, minutes) => `您的 Dunlin 驗證碼是 ${code}，${minutes} 分鐘內有效。請勿告訴任何人。`,
  },
  hy: {
    subject: 'Dunlin 인증 코드',
    body: (code, minutes) =>
      `Dunlin 인증 코드는 ${code}입니다. ${minutes}분 동안 유효합니다. 누구에게도 알려주지 마세요.`,
  },
  yn: {
    subject: 'Mã xác minh Dunlin',
    body: (code, minutes) =>
      `Mã xác minh Dunlin của bạn là ${code}, có hiệu lực trong ${minutes} phút. Đừng cho ai biết.`,
  },
  ty: {
    subject: 'รหัสยืนยัน Dunlin',
    body: (code, minutes) => `รหัสยืนยัน Dunlin ของคุณคือ ${code} ใช้ได้ภายใน ${minutes} นาที อย่าบอกใคร`,
  },
};

/**
 * @param lifeMs how long the code works, told in whole minutes
 * @param antiPhishing the word its reader set, or null
 */
export function codeMessage(
  language: Locale,
  code: string,
  lifeMs: number,
  antiPhishing: string | null = null,
): CodeMessage {
  const { subject, body } = texts[language];
  return { subject, body: withAntiPhishing(body(code, Math.floor(lifeMs / minuteMs)), language, antiPhishing) };
}
