/** The sheets of a room in one file: none is there at first, and one that is asked for brings the others. */
export { MembersSheet } from './members-sheet.tsx';
export { MessageMenu } from './message-menu.tsx';
export { PictureSheet } from './picture-sheet.tsx';
