/** The console's query client, which is empty before each test. */
import { type Client, closePage } from './page';

export const { queryClient }: { queryClient: Client } = require('../../../src/console/lib/session');

afterEach(() => closePage(queryClient));
