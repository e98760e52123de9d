/** The code of home for who is signed in, which is not part of the first chunk: routes ask for it beside the words. */
export const signedInCode = () => import('./signed-in-home.tsx');
