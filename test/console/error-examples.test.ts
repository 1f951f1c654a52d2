/** Each error that several console routes share is answered in the words of its example. Numbers and origins differ. */
import document from '../../generated/console.openapi.json';
import { sendRaw } from '../api/support';
import { type House, openHouse } from '../support/house';
import { type Answer, examplesOf, OF_EACH_OPERATION, OUT_OF_REACH } from './shared-errors';

const NOBODY = `req_${'0'.repeat(24)}`;
const body = async (answer: Promise<{ readonly body: unknown }>) => (await answer).body;
const admin = (house: House, method: string, path: string, fields?: unknown) =>
  body(house.api('op_alpha', method, path, fields));
const asText = (house: House, type: string, text: string) =>
  body(
    sendRaw(house.url, {
      method: 'POST',
      path: '/api/session',
      headers: { 'content-type': type, origin: house.url },
      body: text,
    }),
  );
const POLICY = {
  title: 'Try',
  roster: ['op_alpha', 'op_bravo'],
  quorum: { default: 1, min: 1, max: 2, selectable: false },
};

const CAUSES: Readonly<Record<string, (house: House) => Promise<unknown>>> = {
  'BadQuery limit_out_of_range': (house) => admin(house, 'GET', '/api/requests?limit=101'),
  'BadQuery cursor': (house) => admin(house, 'GET', '/api/requests?cursor=nonsense'),
  'BadBody unknown_field': (house) => admin(house, 'POST', '/api/keys', { name: 'ci', scopes: ['read'], nmae: 'ci' }),
  'BadBody missing_field': (house) => admin(house, 'POST', `/api/requests/${NOBODY}/turn`, { round: 1 }),
  'NotSignedIn not_signed_in': (house) => body(house.send('GET', '/api/requests')),
  'ForeignOrigin foreign_origin': foreign,
  'AdminOnly admin_only': (house) => body(house.api('op_bravo', 'GET', '/api/keys')),
  'AdminOnlyOrForeignOrigin admin_only': (house) =>
    body(house.api('op_bravo', 'POST', '/api/keys', { name: 'ci', scopes: ['read'] })),
  'AdminOnlyOrForeignOrigin foreign_origin': foreign,
  'NoSuchRequest not_found': (house) => admin(house, 'GET', `/api/requests/${NOBODY}`),
  'MethodNotAllowed method_not_allowed': (house) => admin(house, 'PUT', '/api/keys'),
  'TooLarge too_large': (house) => asText(house, 'application/json', ' '.repeat(20_000)),
  'UnsupportedMediaType unsupported_media_type': (house) => asText(house, 'text/plain', '{}'),
  'ChangeNotMade no_second_admin': (house) => alone(house, 'POST', '/api/operators/op_golf/sign-in-link', {}),
  'SenselessPolicy senseless': (house) =>
    admin(house, 'PUT', '/api/actions/try.it', {
      ...POLICY,
      roster: ['op_alpha', 'op_zulu'],
      quorum: { ...POLICY.quorum, max: 3 },
    }),
  'TooManySearches too_many_searches': async (house) => {
    const searches = await Promise.all(
      Array.from({ length: 125 }, () => house.api('op_charlie', 'GET', '/api/requests?text=nothing')),
    );
    return searches.find(({ status }) => status === 429)?.body;
  },
  'TooManyRefusedAttempts too_many_refused_attempts': async () => {
    const house = await openHouse({ memory: true });
    let last: unknown = null;
    for (let attempt = 0; attempt < 25; attempt++) last = await unknownToken(house);
    await house.stop();
    return last;
  },
};

function unknownToken(house: House): Promise<unknown> {
  const headers = { origin: house.url };
  return body(house.send('POST', '/api/session', { body: { token: 'unknown' }, headers }));
}

/** The last admin of an organization that had two. */
async function alone(house: House, method: string, path: string, fields: object): Promise<unknown> {
  await house.api('op_echo', 'PATCH', '/api/operators/op_foxtrot', { enabled: false });
  return body(house.api('op_echo', method, path, fields));
}

function foreign(house: House): Promise<unknown> {
  const elsewhere = { origin: 'https://elsewhere.example' };
  return body(house.send('POST', '/api/session', { body: { token: 'x' }, headers: elsewhere }));
}

/** Parts that differ between installations, bodies or requests. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/https?:\/\/[\w.:]+/g, '<origin>')
      .replace(/has \d+ bytes/, 'has <n> bytes')
      .replace(/Retry in \d+ seconds/, 'Retry in <n> seconds')
      .replace(/accepts [A-Z, ]+/, 'accepts <methods>'),
  );

const examples = Object.entries(document.components.responses as Record<string, Answer>)
  .filter(([name]) => !OF_EACH_OPERATION.has(name) && name !== 'WaitsForSecondAdmin')
  .flatMap(([name, response]) =>
    examplesOf(response).map(([example, { value }]) => [`${name} ${example}`, value] as const),
  );

describe('the errors that console routes share', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse({ memory: true });
  });
  afterAll(() => house?.stop());

  it.each(examples.filter(([name]) => !OUT_OF_REACH.has(name)))(
    'an error that console routes share reads as in the document: %s',
    async (name, value) => {
      const cause = CAUSES[name];
      if (cause === undefined) throw new Error(`no test produces this answer: ${name}`);
      expect(plain(await cause(house))).toEqual(plain(value));
    },
  );
});
