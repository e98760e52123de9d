import { crossHolders } from './holders/cross.ts';

crossHolders('people');
