/** Pages that need no session (spec point 2, screens list). Every other page leads to log-in without one. */
const publicPaths: ReadonlySet<string> = new Set([
  '/',
  '/register',
  '/pages/login/login',
  '/pages/forgetPwd/forgetPwd',
  '/pages/mine/lang',
  '/pages/mine/forgetPwdNext',
  '/pages/mine/login',
  '/pages/business/phoneCode',
  '/pages/mine/down_View',
  // What stands behind the products is shown to everybody, before they have an account.
  '/pages/Whiteskin/backing',
  // So is what robots made of each strategy.
  '/pages/AI_quantification/AI_quantification',
]);

export const homePath = '/pages/index/index';
export const visitorHomePath = '/';
export const logInPath: string = '/pages/login/login';

/** Whether a path may be seen by a visitor. */
export function isPublicPath(path: string): boolean {
  return publicPaths.has(path);
}

/**
 * Where to go after log-in: the page that asked for it when it is one of ours, else home. An address of another
 * site must not slip in through the search parameter.
 */
export function pathAfterLogIn(asked: string | undefined): string {
  if (asked === undefined || !/^\/(?!\/)[\w/?&=.%+*~-]*$/.test(asked)) return homePath;
  const path = asked.split('?')[0] ?? '';
  return path === visitorHomePath || path === logInPath || path === '/pages/mine/login' ? homePath : asked;
}
