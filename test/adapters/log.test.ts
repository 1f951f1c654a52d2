import { createLog } from '../../src/adapters/system/log';

describe('the log', () => {
  const said = (fields: Readonly<Record<string, unknown>>) => {
    const lines: string[] = [];
    createLog(
      () => ({ function: 'sweep' }),
      (line) => void lines.push(line),
    ).warn('late', fields);
    return lines;
  };

  // Lambda filters lines of JSON by `level` and `timestamp` (Lambda developer guide, log-level filtering).
  it('each line leads with its level, its time and its message, under the names that Lambda reads', () => {
    const [line, ...others] = said({ count: 2 });
    const { timestamp, ...rest } = JSON.parse(line!) as Record<string, unknown>;
    expect(Object.keys(JSON.parse(line!))).toEqual(['level', 'timestamp', 'message', 'function', 'count']);
    expect(rest).toEqual({ level: 'warn', message: 'late', function: 'sweep', count: 2 });
    expect(new Date(timestamp as string).toISOString()).toBe(timestamp);
    expect([line!.endsWith('}\n'), others]).toEqual([true, []]);
  });

  it('no field replaces the level, the time or the message', () => {
    const [line] = said({ level: 'info', timestamp: 'never', message: 'fine' });
    expect(JSON.parse(line!)).toMatchObject({
      level: 'warn',
      message: 'late',
      timestamp: expect.stringMatching(/^20/),
    });
  });
});
