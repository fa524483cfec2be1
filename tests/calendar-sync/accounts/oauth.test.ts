// Consent and tokens of a provider, over HTTP: what is taken and refused, and that nothing secret is in an error.
import assert from 'node:assert/strict';
import {
  authorizationUrl,
  exchangeCode,
  refreshTokens,
  revokeToken,
  type Tokens,
} from '../../../src/calendar-sync/accounts/oauth.ts';
import type { CalendarProvider } from '../../../src/calendar-sync/accounts/provider.ts';
import { googleProvider } from '../../../src/calendar-sync/google/provider.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { describe, test } from '../../support/lanes.ts';
import { ProviderCalls } from '../../support/makers/provider-calls.ts';
import {
  type Choice,
  type OAuthDialect,
  OAuthServer,
  oauthRefusals,
} from '../../support/receivers/oauth-server.ts';

const REDIRECT_URI = 'http://127.0.0.1:8080/connect/callback';
const STATE = 'state-of-one-browser';
const VERIFIER = 'a-verifier-of-at-least-forty-three-characters';
const EVENTS = 'https://www.googleapis.com/auth/calendar.events';
const LIST = 'https://www.googleapis.com/auth/calendar.calendarlist.readonly';
const DAY_S = 24 * 60 * 60;

class Consent implements AsyncDisposable {
  readonly calls = new ProviderCalls();
  readonly server: OAuthServer;
  readonly provider: CalendarProvider;

  private constructor(server: OAuthServer) {
    this.server = server;
    server.now = () => this.calls.clock.now();
    server.redirectUris.push(REDIRECT_URI);
    server.accounts.push({ id: '1', email: 'ada@example.com' }, { id: '2', email: 'ben@example.com' });
    const provider = googleProvider(
      readConfig({
        ROTA_GOOGLE_CLIENT_ID: server.clientId,
        ROTA_GOOGLE_CLIENT_SECRET: server.clientSecret,
        ROTA_GOOGLE_AUTHORIZE_URL: `${server.url}/authorize`,
        ROTA_GOOGLE_TOKEN_URL: `${server.url}/token`,
      }),
    );
    assert.ok(provider);
    this.provider = provider;
  }

  static async start(dialect: Partial<OAuthDialect> = {}): Promise<Consent> {
    const paths = { authorize: '/authorize', token: '/token', revoke: '/revoke' };
    return new Consent(await OAuthServer.start({ ...paths, ...dialect }));
  }

  /** Where the browser comes back to. */
  async comesBack(choice?: Choice, redirectUri = REDIRECT_URI): Promise<URLSearchParams> {
    const asked = { redirectUri, state: STATE, verifier: VERIFIER, email: 'ada@example.com' };
    const url = await authorizationUrl(this.provider, asked);
    return new URL(await this.server.consent(url, choice)).searchParams;
  }

  exchange(parameters: URLSearchParams, changed: object = {}): Promise<Tokens> {
    const came = { parameters, state: STATE, redirectUri: REDIRECT_URI, verifier: VERIFIER, ...changed };
    return exchangeCode(this.calls.parts, this.provider, came);
  }

  async connect(choice?: Choice): Promise<Tokens & { refresh_token: string }> {
    const { refresh_token, ...tokens } = await this.exchange(await this.comesBack(choice));
    assert.ok(refresh_token);
    return { ...tokens, refresh_token };
  }

  /** The same with an answer that has more, or something else. */
  async connectWith(changed: object): Promise<Tokens> {
    const parameters = await this.comesBack();
    const { parts } = this.calls;
    const fetch: typeof parts.fetch = async (request) => {
      const answer = await parts.fetch(request);
      const body = Buffer.from(JSON.stringify({ ...JSON.parse(answer.body.toString()), ...changed }));
      return { ...answer, body };
    };
    return exchangeCode({ ...parts, fetch }, this.provider, {
      ...{ parameters, state: STATE, redirectUri: REDIRECT_URI, verifier: VERIFIER },
    });
  }

  refresh(token: string): Promise<Tokens> {
    return refreshTokens(this.calls.parts, this.provider, token);
  }

  revoke(token: string): Promise<void> {
    return revokeToken(this.calls.parts, this.provider, token);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.calls[Symbol.asyncDispose]();
    await this.server[Symbol.asyncDispose]();
  }
}

describe('Consent', () => {
  test('gives tokens for the account that was chosen, with the scopes that were allowed', async () => {
    await using consent = await Consent.start();
    const tokens = await consent.connect({ email: 'ben@example.com', leavesOut: [LIST] });
    assert.deepEqual(tokens.scopes, [EVENTS]);
    assert.equal(tokens.access_expires_at, consent.calls.clock.now() + 3_600_000);
    assert.equal(tokens.refresh_expires_at, null);
    assert.equal(consent.server.accountOf(tokens.access_token)?.email, 'ben@example.com');
    assert.deepEqual(consent.server.scopesOf(tokens.access_token), [EVENTS]);
  });

  test('names the end of a refresh token where the provider does', async () => {
    await using consent = await Consent.start();
    consent.server.refreshSeconds = 7 * DAY_S;
    const { refresh_token, refresh_expires_at } = await consent.connect();
    assert.equal(refresh_expires_at, consent.calls.clock.now() + 7 * DAY_S * 1000);
    consent.calls.clock.advance(7 * DAY_S * 1000);
    await assert.rejects(consent.refresh(refresh_token), { name: 'AccessEnded' });
  });

  test('is good for a time that can be kept, whatever the provider says', async () => {
    await using consent = await Consent.start();
    const tokens = await consent.connectWith({ expires_in: 0.123456, refresh_token_expires_in: '1e300' });
    assert.equal(tokens.access_expires_at, consent.calls.clock.now() + 123);
    assert.ok(Number.isSafeInteger(tokens.refresh_expires_at));
  });

  test('is good whatever a provider calls itself, and of whichever kind it leaves its tokens unnamed', async () => {
    await using consent = await Consent.start();
    const { access_token } = await consent.connectWith({ token_type: undefined });
    assert.ok(consent.server.accountOf(access_token));
    const parameters = await consent.comesBack();
    parameters.set('iss', 'https://login.example.com/tenant/v2.0');
    assert.ok((await consent.exchange(parameters)).refresh_token);
  });

  test('says who it is only to those who ask: what comes with it unasked is not looked at', async () => {
    await using consent = await Consent.start();
    for (const id_token of ['no.id.token', 7, null]) {
      const { access_token } = await consent.connectWith({ id_token });
      assert.ok(consent.server.accountOf(access_token));
    }
  });

  test('that is refused, or that comes without a refresh token, is told', async () => {
    await using consent = await Consent.start();
    const refused = await consent.comesBack({ refuses: true });
    await assert.rejects(consent.exchange(refused), {
      name: 'ProviderError',
      message: 'Google refused to give access (access_denied)',
    });
    consent.server.givesRefreshTokens = false;
    assert.equal((await consent.exchange(await consent.comesBack())).refresh_token, null);
  });

  test('leads only to the addresses that are registered', async () => {
    await using consent = await Consent.start();
    await assert.rejects(consent.comesBack({}, `${REDIRECT_URI}/`), /redirect_uri_mismatch/);
  });
});

describe('A code', () => {
  test('is taken once, and what came of it ends with its second use', async () => {
    await using consent = await Consent.start();
    const parameters = await consent.comesBack();
    const { access_token } = await consent.exchange(parameters);
    await assert.rejects(consent.exchange(parameters), { name: 'AccessEnded' });
    assert.equal(consent.server.accountOf(access_token), undefined);
  });

  test('is refused when late, with another verifier, or from another address', async () => {
    await using consent = await Consent.start();
    for (const changed of [
      { verifier: `${VERIFIER}-of-somebody-else` },
      { redirectUri: `${REDIRECT_URI}/elsewhere` },
    ]) {
      const parameters = await consent.comesBack();
      await assert.rejects(consent.exchange(parameters, changed), { name: 'AccessEnded' });
    }
    const parameters = await consent.comesBack();
    consent.calls.clock.advance(60_000);
    await assert.rejects(consent.exchange(parameters), { name: 'AccessEnded' });
  });

  test('with another state is not even sent', async () => {
    await using consent = await Consent.start();
    const parameters = await consent.comesBack();
    await assert.rejects(consent.exchange(parameters, { state: 'another' }), { name: 'ProviderError' });
    assert.equal(consent.server.count('authorization_code'), 0);
  });
});

describe('A refresh token', () => {
  test('goes on, has another beside it, or is replaced', async () => {
    for (const rotation of ['none', 'added', 'replaced'] as const) {
      await using consent = await Consent.start({ rotation });
      const { refresh_token: first } = await consent.connect();
      const { access_token, refresh_token: next } = await consent.refresh(first);
      assert.ok(consent.server.accountOf(access_token));
      assert.equal(next !== null, rotation !== 'none', rotation);
      if (next !== null) assert.ok((await consent.refresh(next)).access_token);
      if (rotation === 'replaced') await assert.rejects(consent.refresh(first), { name: 'AccessEnded' });
      else assert.ok((await consent.refresh(first)).access_token);
    }
  });

  test('ends with its revocation, and with consent that is taken back', async () => {
    await using consent = await Consent.start();
    const { refresh_token, access_token } = await consent.connect();
    await consent.revoke(refresh_token);
    await assert.rejects(consent.refresh(refresh_token), { name: 'AccessEnded' });
    assert.equal(consent.server.accountOf(access_token), undefined);
    assert.equal(consent.server.validRefreshTokens, 0);
    await consent.revoke(refresh_token);
    const { refresh_token: another } = await consent.connect();
    consent.server.takeBack('ada@example.com');
    await assert.rejects(consent.refresh(another), {
      name: 'AccessEnded',
      message: "Google refuses Rota's access (invalid_grant)",
    });
  });
});

describe('A server that', () => {
  const faults = {
    'refuses the application': [
      oauthRefusals.invalidClient,
      "Google doesn't accept this server's client ID or secret (invalid_client): tell whoever runs it",
    ],
    'is unavailable': [oauthRefusals.unavailable, 'Google answered 503'],
    'has had too many calls': [oauthRefusals.tooMany, 'Google asks Rota to wait (429)'],
    'answers with a page': [oauthRefusals.garbage, "Google's answer can't be read"],
    'closes the connection': ['lost', undefined],
    'breaks off': ['half', undefined],
  } as const;

  for (const [name, [fault, message]] of Object.entries(faults)) {
    test(`${name} ends no access, and its error holds no token`, async () => {
      await using consent = await Consent.start();
      const { refresh_token } = await consent.connect();
      consent.server.answerWith = () => fault;
      const error = await consent.refresh(refresh_token).catch((thrown: Error) => thrown);
      assert.ok(error instanceof Error);
      assert.notEqual(error.name, 'AccessEnded');
      if (message !== undefined) assert.equal(error.message, message);
      assert.doesNotMatch(`${error.message} ${error.stack}`, /-token\./);
      consent.server.answerWith = undefined;
      assert.ok((await consent.refresh(refresh_token)).access_token);
    });
  }
});
