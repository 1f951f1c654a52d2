/** People to invite, from what was pasted: addresses, `Name <address>`, or CSV with or without a line of titles. */
import type { Schemas } from './schemas';

type Invited = Schemas['NewOperator'];

interface Pasted {
  readonly people: readonly Invited[];
  /** One sentence for each part that is not a new person. */
  readonly left: readonly string[];
}

type Column = 'email' | 'name' | 'role' | 'id';

const TITLES: Readonly<Record<string, Column>> = {
  email: 'email',
  'e-mail': 'email',
  mail: 'email',
  address: 'email',
  name: 'name',
  role: 'role',
  id: 'id',
};

/** In the form that the service accepts. */
const ADDRESS = /^[^\s@<>(),;:"\\[\]]{1,64}@[A-Za-z0-9.-]{1,189}$/;

export function parsePeople(text: string, role: Invited['role'], operators: readonly Schemas['Operator'][]): Pasted {
  const people: Invited[] = [];
  const left: string[] = [];
  const emails = new Set(operators.map(({ email }) => email.toLowerCase()));
  const ids = new Set(operators.map(({ id }) => id));
  for (const found of text.split(/\r?\n/).flatMap(linesTo(columnsOf(text)))) {
    if (typeof found === 'string') left.push(`“${found}” has no address.`);
    else if (emails.has(found.email.toLowerCase()))
      left.push(`${found.email} is an operator already, or is here twice.`);
    else {
      emails.add(found.email.toLowerCase());
      const id = freeId(found.id ?? idOf(found.email), ids);
      ids.add(id);
      people.push({ id, name: found.name ?? nameOf(found.email), email: found.email, role: found.role ?? role });
    }
  }
  return { people, left };
}

interface Found {
  readonly email: string;
  readonly name?: string;
  readonly role?: Invited['role'];
  readonly id?: string;
}

/** The titles of a CSV; null where its first line is a person. */
function columnsOf(text: string): readonly (Column | undefined)[] | null {
  const columns = fieldsOf(text.split(/\r?\n/, 1)[0] ?? '').map((title) => TITLES[title.toLowerCase()]);
  return columns.includes('email') ? columns : null;
}

const linesTo =
  (columns: readonly (Column | undefined)[] | null) =>
  (line: string, index: number): (Found | string)[] => {
    const fields = fieldsOf(line);
    if (fields.every((field) => field === '') || (columns !== null && index === 0)) return [];
    if (columns !== null) return [byTitles(fields, columns) ?? line.trim()];
    const addressed = fields.filter((field) => addressIn(field) !== null);
    // A line of addresses, or one person with what else is known.
    if (addressed.length > 1) return fields.filter((field) => field !== '').map((field) => addressIn(field) ?? field);
    return [onePerson(fields) ?? line.trim()];
  };

function byTitles(fields: readonly string[], columns: readonly (Column | undefined)[]): Found | null {
  const of = (column: Column) => fields[columns.indexOf(column)] || undefined;
  const found = addressIn(of('email') ?? '');
  return found === null ? null : { ...found, ...defined({ name: of('name'), role: roleIn(of('role')), id: of('id') }) };
}

/** Without titles: the address, the role and the id are recognized, and the rest is the name. */
function onePerson(fields: readonly string[]): Found | null {
  const email = fields.find((field) => addressIn(field) !== null);
  if (email === undefined) return null;
  const others = fields.filter((field) => field !== email && field !== '');
  const role = others.map(roleIn).find((each) => each !== undefined);
  const id = others.find((field) => /^op_[A-Za-z0-9._-]{1,61}$/.test(field));
  const name = others.filter((field) => roleIn(field) === undefined && field !== id).join(' ') || undefined;
  return { ...addressIn(email)!, ...defined({ name, role, id }) };
}

function addressIn(field: string): Found | null {
  const named = /^(.*)<([^<>]+)>$/.exec(field);
  const email = (named?.[2] ?? field).trim();
  if (!ADDRESS.test(email)) return null;
  return { email, ...defined({ name: named?.[1]?.trim().replace(/^"|"$/g, '') || undefined }) };
}

function roleIn(field = ''): Invited['role'] | undefined {
  const word = field.toLowerCase();
  return word === 'admin' || word === 'operator' ? word : undefined;
}

/** Fields are separated by commas, semicolons or tabs. A field in quotation marks can contain these characters. */
function fieldsOf(line: string): string[] {
  const fields = line.match(/("(?:[^"]|"")*"[^,;\t]*|[^,;\t]*)([,;\t]|$)/g) ?? [];
  return fields
    .map((field) => field.replace(/[,;\t]$/, '').trim())
    .map((field) => (/^"(?:[^"]|"")*"$/.test(field) ? field.slice(1, -1).replaceAll('""', '"').trim() : field));
}

/** `ada.lovelace@acme.dev` as `Ada Lovelace`. */
function nameOf(email: string): string {
  const words = localPart(email)
    .split(/[._+-]+/)
    .filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ') || email;
}

const idOf = (email: string): string =>
  `op_${localPart(email)
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, '_')}`.slice(0, 60);

const localPart = (email: string): string => email.slice(0, email.indexOf('@'));

/** An id is never used again, even if its operator is disabled. */
function freeId(wanted: string, ids: ReadonlySet<string>): string {
  let id = wanted;
  for (let number = 2; ids.has(id); number++) id = `${wanted}${number}`;
  return id;
}

function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
