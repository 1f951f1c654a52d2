/** What people would rent instead, in USD a month over lifecycles a day: a table, and a chart in docs/pictures. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOURS_PER_MONTH } from './capacity';
import { billOf, total } from './cost';
import { idleBill } from './idle';
import { measureLifecycles } from './lifecycle';
import { PRICE } from './price';
import { table, writePart } from './report';

const PER_DAY = [1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8];
const DAYS = 30;
/** Up to the first, every batch has one; from the second on (116 a second), ten. */
const FILLING = { from: 1e5, to: 1e7 } as const;

/** us-east-1, 2026, where these cost less than in the region of the bill. Two of everything, so that one may fail. */
const RENTED = {
  /** aws.amazon.com/rds/postgresql/pricing: Multi-AZ, an hour; 100 GB of gp3, a month */
  medium: { name: 'PostgreSQL on db.t4g.medium', databaseHour: 0.129, storage: 23, mostPerSecond: 20 },
  large: { name: 'PostgreSQL on db.r6g.large', databaseHour: 0.45, storage: 23, mostPerSecond: 200 },
  /** aws.amazon.com/fargate/pricing: two tasks of a quarter of a vCPU with 0.5 GB; a load balancer with one unit */
  taskHour: 0.25 * 0.04048 + 0.5 * 0.004445,
  balancerHour: 0.0225 + 0.008,
  /** aws.amazon.com/step-functions/pricing, Standard */
  transitionsPerMillion: 25,
} as const;

/** Start, a task that waits for its token, a choice, an end; the approvers' page and its table are not in it. */
const TRANSITIONS = 4;

interface Line {
  readonly name: string;
  readonly color: string;
  /** Null where it is more than this takes. */
  usd(perDay: number): number | null;
}

export async function rent(): Promise<void> {
  const { plain, template } = await measureLifecycles();
  const million = total(billOf(plain).all);
  const idle = idleBill(template, million.alone / 1e6).reduce((sum, { usd }) => sum + usd, 0);
  const lines = [service(million, idle), postgres('medium', '#b45309'), postgres('large', '#047857'), stepFunctions()];
  writeFileSync(join(__dirname, '../docs/pictures/rent.svg'), chart(lines));
  const [ours, medium, large, steps] = lines as [Line, Line, Line, Line];
  writePart(
    'rent',
    'Compared with what you would rent instead',
    [
      'USD a month over lifecycles a day, on logarithmic axes: this service (the bill of *Money* without mail, X-Ray and open inboxes, and what the deployment costs while nothing',
      'happens), PostgreSQL (Multi-AZ) with a queue in it and two small containers behind a load balancer, and Step Functions with a task token.',
      '',
      '![USD a month over lifecycles a day](pictures/rent.svg)',
      '',
      table(
        ['lifecycles a day', ...lines.map(({ name }) => name)],
        PER_DAY.map((perDay) => [
          perDay.toLocaleString('en'),
          ...lines.map(({ usd }) =>
            usd(perDay) === null ? 'too much for it' : Math.round(usd(perDay)!).toLocaleString('en'),
          ),
        ]),
      ),
      '',
      `- **Break-even:** ${medium.name} costs less from ${evenAt(ours, medium)} lifecycles a day on, ${large.name} from ${evenAt(ours, large)}. Step Functions costs less`,
      `  up to ${evenAt(steps, ours)} (${(steps.usd(1e6)! / DAYS).toFixed(0)} USD for a million lifecycles, with four transitions each), because the alarms and keys of this service cost money while nothing happens.`,
      '- The prices of the others are those of the machines alone: codes by mail, quorum, windows, signed events with 72 hours of retries, the audit chain and its published heads would have to be built and run.',
      `- How much a database takes is an assumption: ${RENTED.medium.mostPerSecond} lifecycles a second on average for the smaller one, whose CPU is a credit, and ${RENTED.large.mostPerSecond} for the larger one (25 statements each).`,
      '- A database is paid for by the hour and needs upgrades, vacuum and a size; it is the better choice for a steady load above its break-even point.',
    ].join('\n'),
  );
}

/** `million` is the price of a million lifecycles, and `idle` that of a month without one. */
function service(million: { readonly alone: number; readonly busy: number }, idle: number): Line {
  return {
    name: 'this service',
    color: '#1d4ed8',
    usd: (perDay) => idle + ((perDay * DAYS) / 1e6) * (million.alone - fillOf(perDay) * (million.alone - million.busy)),
  };
}

/** How full batches are, from 0 (one record) to 1 (ten). */
function fillOf(perDay: number): number {
  const share = Math.log10(perDay / FILLING.from) / Math.log10(FILLING.to / FILLING.from);
  return Math.min(1, Math.max(0, share));
}

function postgres(size: 'medium' | 'large', color: string): Line {
  const { name, databaseHour, storage, mostPerSecond } = RENTED[size];
  const month = (databaseHour + 2 * RENTED.taskHour + RENTED.balancerHour) * HOURS_PER_MONTH + storage;
  return { name, color, usd: (perDay) => (perDay / 86_400 > mostPerSecond ? null : month) };
}

function stepFunctions(): Line {
  // Proposing, two approvals and reading cost there what they cost here; so do six write units for token and approvals.
  const perMillion =
    TRANSITIONS * RENTED.transitionsPerMillion + 4 * (PRICE.httpApiPerMillion + 0.4) + 6 * PRICE.writePerMillion;
  return { name: 'Step Functions', color: '#be185d', usd: (perDay) => ((perDay * DAYS) / 1e6) * perMillion };
}

/** The smallest number of lifecycles a day, to two digits, at which `other` costs less. */
function evenAt(ours: Line, other: Line): string {
  for (let perDay = 1e2; perDay <= 1e8; perDay *= 1.01) {
    const usd = other.usd(perDay);
    if (usd !== null && usd < ours.usd(perDay)!) return Number(perDay.toPrecision(2)).toLocaleString('en');
  }
  return 'no number of';
}

const SIZE = { width: 800, height: 420, left: 78, right: 232, top: 20, bottom: 50 } as const;

function chart(lines: readonly Line[]): string {
  const { width, height, left, right, top, bottom } = SIZE;
  const [usdFrom, usdTo] = [0, 6];
  const x = (perDay: number) => left + ((Math.log10(perDay) - 2) / 6) * (width - left - right);
  const y = (usd: number) =>
    height - bottom - ((Math.max(usdFrom, Math.log10(usd)) - usdFrom) / (usdTo - usdFrom)) * (height - top - bottom);
  const fixed = (value: number) => value.toFixed(1);
  const grid = [
    ...PER_DAY.map((perDay) => {
      const label = `<text x="${fixed(x(perDay))}" y="${height - bottom + 18}" text-anchor="middle">10${sup(Math.log10(perDay))}</text>`;
      return `<line x1="${fixed(x(perDay))}" x2="${fixed(x(perDay))}" y1="${top}" y2="${height - bottom}" class="grid"/>${label}`;
    }),
    ...[0, 1, 2, 3, 4, 5, 6].map((power) => {
      const at = fixed(y(10 ** power));
      const label = `<text x="${left - 8}" y="${Number(at) + 4}" text-anchor="end">${(10 ** power).toLocaleString('en')}</text>`;
      return `<line x1="${left}" x2="${width - right}" y1="${at}" y2="${at}" class="grid"/>${label}`;
    }),
  ];
  const drawn = lines.map((line, n) => {
    const points: string[] = [];
    for (let power = 2; power <= 8.001; power += 0.05) {
      const usd = line.usd(10 ** power);
      if (usd === null) break;
      points.push(`${fixed(x(10 ** power))},${fixed(y(usd))}`);
    }
    const legend = top + 20 + n * 24;
    return [
      `<polyline points="${points.join(' ')}" fill="none" stroke="${line.color}" stroke-width="2.5"/>`,
      `<line x1="${width - right + 16}" x2="${width - right + 40}" y1="${legend}" y2="${legend}" stroke="${line.color}" stroke-width="2.5"/>`,
      `<text x="${width - right + 46}" y="${legend + 4}">${line.name.replace('PostgreSQL on ', 'PostgreSQL, ')}</text>`,
    ].join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="USD a month over lifecycles a day">`,
    '<style>text{font:12px system-ui,sans-serif;fill:#374151}.grid{stroke:#e5e7eb}</style>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...grid,
    ...drawn,
    `<text x="${(left + width - right) / 2}" y="${height - 10}" text-anchor="middle">lifecycles a day</text>`,
    `<text transform="translate(16 ${(top + height - bottom) / 2}) rotate(-90)" text-anchor="middle">USD a month</text>`,
    '</svg>',
    '',
  ].join('\n');
}

const sup = (power: number): string =>
  [...String(Math.round(power))].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
