/** The metrics of what customers get, as lines that CloudWatch reads. */
import { createMetrics } from '../../src/adapters/system/metrics';
import { measures } from '../../src/lambda/aws/measures';
import type { OrgId } from '../../src/protocol/identifiers';
import type { Delivery } from '../../src/service/delivery/rules/delivery';
import type { Notice } from '../../src/service/notice/rules/notices';
import type { Request } from '../../src/service/request/rules/request';

const NOW = 1_790_000_000_000;
const lines: Record<string, unknown>[] = [];
const measured = measures(
  createMetrics('RequestAuthorization/test', { nowMs: () => NOW }, (line) => {
    expect(line.endsWith('\n')).toBe(true);
    lines.push(JSON.parse(line));
  }),
);
beforeEach(() => {
  lines.length = 0;
});

/** What each line says: the values, and the dimensions by which CloudWatch keeps them. */
const said = () =>
  lines.map(({ _aws, ...fields }) => {
    const [directive] = (_aws as { CloudWatchMetrics: { Dimensions: string[][] }[] }).CloudWatchMetrics;
    return { ...fields, by: directive!.Dimensions };
  });

const open = { org: 'acme' as OrgId, state: 'notified', createdAtMs: NOW - 60_000 } as unknown as Request;
const decided = { ...open, state: 'denied', verdictAtMs: NOW - 20_000 } as unknown as Request;
const delivery = { org: 'acme', eventType: 'request.denied', eventAtMs: NOW - 30_000 } as unknown as Delivery;
const inCanary = { org: 'canary' as OrgId };
const notice = (kind: Notice['kind']) => ({ kind }) as Notice;

describe('the metrics of what customers get', () => {
  it('a metric is a line in the embedded metric format, with the namespace of the deployment', () => {
    measured.onChange(open, decided);
    expect(lines).toEqual([
      {
        _aws: {
          Timestamp: NOW,
          CloudWatchMetrics: [
            {
              Namespace: 'RequestAuthorization/test',
              Dimensions: [['outcome']],
              Metrics: [
                { Name: 'Verdicts', Unit: 'Count' },
                { Name: 'VerdictMs', Unit: 'Milliseconds' },
              ],
            },
          ],
        },
        outcome: 'denied',
        Verdicts: 1,
        VerdictMs: 40_000,
      },
    ]);
  });

  it('a verdict is counted once, by the change that made it', () => {
    measured.onChange(null, open);
    measured.onChange(open, open);
    measured.onChange(decided, decided);
    measured.onChange(null, decided);
    expect(lines).toEqual([]);
  });

  it('a first post is measured from its change, by the type of its event, and is late after more than 30 s', () => {
    measured.onFirstPost(delivery, NOW);
    measured.onFirstPost(delivery, NOW + 1);
    expect(said()).toEqual([
      { event_type: 'request.denied', FirstPostMs: 30_000, by: [['event_type']] },
      { PostedLate: 0, by: [[]] },
      { event_type: 'request.denied', FirstPostMs: 30_001, by: [['event_type']] },
      { PostedLate: 1, by: [[]] },
    ]);
  });

  it('a mail is measured from the change that it is about, and a reminder is not', () => {
    measured.onMailed(open, notice('asked'), NOW);
    measured.onMailed(decided, notice('settled'), NOW);
    for (const kind of ['reminder', 'warning', 'code_reissued', 'seat_struck', 'stopped'] as const)
      measured.onMailed(decided, notice(kind), NOW);
    expect(said()).toEqual([
      { MailMs: 60_000, by: [[]] },
      { MailMs: 20_000, by: [[]] },
    ]);
  });

  it('nothing is measured of the canary, and no line of a metric has an organization', () => {
    measured.onChange({ ...open, ...inCanary }, { ...decided, ...inCanary } as Request);
    measured.onFirstPost({ ...delivery, ...inCanary }, NOW);
    measured.onMailed({ ...open, ...inCanary }, notice('asked'), NOW);
    expect(lines).toEqual([]);
    measured.onChange(open, decided);
    measured.onFirstPost(delivery, NOW);
    measured.onMailed(open, notice('asked'), NOW);
    expect(JSON.stringify(lines)).not.toContain('acme');
  });
});
