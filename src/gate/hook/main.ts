/** The process of a hook, which an agent starts before each call of a tool. */
import { hook } from './run';

void hook(process.argv.slice(3));
