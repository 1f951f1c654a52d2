import { operations } from '../../generated/console-operations';
import { type ConsoleDeps, createConsoleHandlers } from '../../src/lambda/console/handlers';

it('answers every operation of the document, and none besides', () => {
  const handlers = createConsoleHandlers({} as ConsoleDeps);
  expect(Object.keys(handlers).sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
});
