/**
 * In place of the document client's modules in bundles of the simulation: commands without the middleware that would send
 * them, and images that are the items as they are, because nothing leaves the process. The suites of the simulation have the
 * SDK's own, and run alike.
 */
type Input = Readonly<Record<string, unknown>>;

/** A bundler may rename a class that has its name from a declaration. */
const command = (name: string) =>
  ({
    [name]: class {
      constructor(readonly input: Input) {}
    },
  })[name]!;

export const BatchGetCommand = command('BatchGetCommand');
export const BatchWriteCommand = command('BatchWriteCommand');
export const DeleteCommand = command('DeleteCommand');
export const GetCommand = command('GetCommand');
export const PutCommand = command('PutCommand');
export const QueryCommand = command('QueryCommand');
export const ScanCommand = command('ScanCommand');
export const TransactWriteCommand = command('TransactWriteCommand');
export const UpdateCommand = command('UpdateCommand');

export const marshall = (item: Input): Input => item;
export const unmarshall = (image: Input): Input => image;

export const DynamoDBDocumentClient = {
  from(): never {
    throw new Error('nothing is sent to DynamoDB here');
  },
};
