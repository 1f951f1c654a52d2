/** A display while it is edited. The details of a format are one text, and the service says what is missing in it. */
import type { Schemas } from './schemas';

type Format = Schemas['DisplayFormat'];

export interface DisplayRow {
  readonly key: number;
  readonly param: string;
  readonly label: string;
  readonly type: Format['type'];
  readonly details: string;
}

export interface DisplayDraft {
  /** Empty: the action has no display. */
  readonly title: string;
  readonly rows: readonly DisplayRow[];
  /** A host and its words in each line: `billing.acme.dev Billing`. */
  readonly hosts: string;
  /** A document and its kind in each line: `plan diff`. */
  readonly evidence: string;
}

export const NO_DISPLAY: DisplayDraft = { title: '', rows: [], hosts: '', evidence: '' };

let keys = 0;
export const newRow = (row: Partial<DisplayRow> = {}): DisplayRow => {
  keys += 1;
  return { param: '', label: '', type: 'text', details: '', ...row, key: keys };
};

export function displayDraftOf(display: Schemas['Display'] | null): DisplayDraft {
  if (display === null) return NO_DISPLAY;
  return {
    title: display.title,
    rows: display.params.map(({ param, label, format }) =>
      newRow({ param, label, type: format.type, details: detailsOf(format) }),
    ),
    hosts: display.hosts.map(({ host, words }) => `${host} ${words}`).join('\n'),
    evidence: (display.evidence ?? []).map(({ name, kind }) => `${name} ${kind}`).join('\n'),
  };
}

export function displayOfDraft({ title, rows, hosts, evidence }: DisplayDraft): Schemas['Display'] | null {
  if (title.trim() === '' && rows.length === 0) return null;
  const documents = documentsOf(evidence);
  return {
    v: 1,
    renderer: 1,
    title: title.trim(),
    params: rows.map(({ param, label, type, details }) => ({
      param: param.trim(),
      label: label.trim(),
      format: formatOf(type, details.trim()),
    })),
    hosts: hosts.split('\n').flatMap((line) => {
      const [host = '', ...words] = line.trim().split(/\s+/);
      return host === '' ? [] : [{ host, words: words.join(' ') }];
    }),
    ...(documents.length === 0 ? {} : { evidence: documents }),
  };
}

/** A kind that does not exist stays as it is. The answer of the service then says which ones do. */
const documentsOf = (lines: string) =>
  lines.split('\n').flatMap((line) => {
    const [name = '', kind = 'text'] = line.trim().split(/\s+/);
    return name === '' ? [] : [{ name, kind: kind as Schemas['EvidenceKind'] }];
  });

/** An example in the field beside a format. Absent: the format needs no details. */
export const DETAILS: Readonly<Partial<Record<Format['type'], string>>> = {
  money: 'EUR minor, or {currency} major',
  duration: 'seconds',
  time: 'rfc3339 UTC',
  link: 'https://billing.acme.dev/orders/{}',
};

function detailsOf({ currency, unit, from, zone, url }: Format): string {
  const code = currency?.code ?? (currency?.param === undefined ? undefined : `{${currency.param}}`);
  return [code, unit, from, zone, url].filter((part) => part !== undefined).join(' ');
}

/** A text that does not fit is left out. The answer of the service then says what the format needs. */
function formatOf(type: Format['type'], details: string): Format {
  const [first = '', second = ''] = details.split(/\s+/);
  switch (type) {
    case 'money': {
      const param = /^\{(.+)\}$/.exec(first)?.[1];
      const currency = param === undefined ? { code: first } : { param };
      return { type, currency, ...(isUnit(second) ? { unit: second } : {}) };
    }
    case 'duration':
      return { type, ...(isUnit(first) ? { unit: first } : {}) };
    case 'time':
      return { type, ...(isForm(first) ? { from: first } : {}), zone: second };
    case 'link':
      return { type, url: details };
    default:
      return { type };
  }
}

const isUnit = (text: string): text is NonNullable<Format['unit']> =>
  ['minor', 'major', 'seconds', 'milliseconds'].includes(text);
const isForm = (text: string): text is NonNullable<Format['from']> => ['epoch_ms', 'epoch_s', 'rfc3339'].includes(text);
