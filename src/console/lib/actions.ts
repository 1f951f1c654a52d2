/** An action with its policy in words. */
import { answer, api, type Schemas } from './api';

export type ReadAction = Schemas['Action'] & Pick<Schemas['ActionAnswer'], 'lines'>;

export const actionIn = ({ action, lines }: Schemas['ActionAnswer']): ReadAction => ({ ...action, lines });

export const readAction = async (id: string): Promise<ReadAction> =>
  actionIn(await answer(api.GET('/api/actions/{id}', { params: { path: { id } } })));
