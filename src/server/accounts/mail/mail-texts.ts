import type { Locale } from '#protocol/core/locales.ts';

/** Texts of emails and SMS in one language. */
interface MailTexts {
  readonly subject: string;
  readonly body: (code: string, minutes: number) => string;
  readonly antiPhishing: (word: string) => string;
}

export const mailTexts: Readonly<Record<Locale, MailTexts>> = {
  zh: {
    subject: 'Dunlin 验证码',
    body: (code, minutes) => `您的 Dunlin 验证码是 ${code}，${minutes} 分钟内有效。请勿告诉任何人。`,
    antiPhishing: (word) => `您的防钓鱼码：${word}`,
  },
  en: {
    subject: 'Dunlin verification code',
    body: (code, minutes) =>
      `Your Dunlin verification code is ${code}. It is valid for ${minutes} minutes. Never share it with anyone.`,
    antiPhishing: (word) => `Your anti-phishing word: ${word}`,
  },
  jp: {
    subject: 'Dunlin 認証コード',
    body: (code, minutes) => `Dunlin の認証コードは ${code} です。${minutes} 分間有効です。誰にも教えないでください。`,
    antiPhishing: (word) => `フィッシング対策ワード：${word}`,
  },
  hk: {
    subject: 'Dunlin 驗證碼',
    body: (code, minutes) => `您的 Dunlin 驗證碼是 ${code}，${minutes} 分鐘內有效。請勿告訴任何人。`,
    antiPhishing: (word) => `您的防釣魚碼：${word}`,
  },
  hy: {
    subject: 'Dunlin 인증 코드',
    body: (code, minutes) =>
      `Dunlin 인증 코드는 ${code}입니다. ${minutes}분 동안 유효합니다. 누구에게도 알려주지 마세요.`,
    antiPhishing: (word) => `피싱 방지 문구: ${word}`,
  },
  yn: {
    subject: 'Mã xác minh Dunlin',
    body: (code, minutes) =>
      `Mã xác minh Dunlin của bạn là ${code}, có hiệu lực trong ${minutes} phút. Đừng cho ai biết.`,
    antiPhishing: (word) => `Từ chống lừa đảo của bạn: ${word}`,
  },
  ty: {
    subject: 'รหัสยืนยัน Dunlin',
    body: (code, minutes) => `รหัสยืนยัน Dunlin ของคุณคือ ${code} ใช้ได้ภายใน ${minutes} นาที อย่าบอกใคร`,
    antiPhishing: (word) => `คำป้องกันฟิชชิงของคุณ: ${word}`,
  },
};
