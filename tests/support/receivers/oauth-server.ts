// An OAuth 2 server for tests (RFC 6749, 6750, 7009, 7636): a page for consent, tokens that end, and every refusal a test asks for.
import { createHash, randomBytes } from 'node:crypto';
import { type Answer, AnsweringServer, type AskedOf, type FaultFor } from './answering-server.ts';
import { consentPage, errorPage } from './oauth-pages.ts';

const CODE_MS = 60_000;

export interface OAuthAccount {
  id: string;
  email: string;
}

/** What differs between providers. */
export interface OAuthDialect {
  /** Paths. Without `revoke`, nothing can be revoked. */
  authorize: string;
  token: string;
  revoke?: string;
  /** Whether a refresh token comes with consent that was asked for so. By default always. */
  givesRefreshToken?(asked: URLSearchParams): boolean;
  /** The scopes as an answer names them. By default as they were granted. */
  nameScopes?(granted: string[]): string[];
  /**
   * What happens to a refresh token when it is used: it stays the only one, there is another one beside it, or another one in its place.
   * By default it stays.
   */
  rotation?: 'none' | 'added' | 'replaced';
}

export interface OAuthAsked extends AskedOf {
  endpoint: 'authorize' | 'token' | 'revoke' | undefined;
  /** Of the query and of a form. */
  form: URLSearchParams;
}

/** What somebody does on the page. */
export interface Choice {
  /** Whose account; the first one without. */
  email?: string;
  refuses?: boolean;
  /** Scopes that aren't allowed. */
  leavesOut?: string[];
}

/** What an account has allowed the application, until it's taken back. */
interface Grant {
  account: OAuthAccount;
  scopes: string[];
  hasEnded: boolean;
}

interface Token {
  grant: Grant;
  endsAt: number;
}

interface Code extends Token {
  redirectUri: string;
  challenge: string;
  hasRefreshToken: boolean;
  isUsed: boolean;
}

/** Answers to ask for with `answerWith`. */
export const oauthRefusals = {
  invalidGrant: {
    status: 400,
    body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
  },
  invalidClient: { status: 401, body: { error: 'invalid_client', error_description: 'Unauthorized' } },
  unavailable: { status: 503, body: 'The service is unavailable' },
  tooMany: { status: 429, headers: { 'retry-after': '120' }, body: { error: 'rate_limit_exceeded' } },
  garbage: { status: 200, headers: { 'content-type': 'application/json' }, body: '<html>Welcome!</html>' },
} satisfies Record<string, Answer>;

export class OAuthServer implements AsyncDisposable {
  readonly clientId = 'rota-of-acme.apps.example.com';
  readonly clientSecret = 'client-secret-of-the-tests';
  /** Who can be chosen on the page. */
  readonly accounts: OAuthAccount[] = [];
  /** Where people may be sent back to: exactly these. */
  readonly redirectUris: string[] = [];
  rotation: NonNullable<OAuthDialect['rotation']>;
  /** The clock of the server, in milliseconds since 1970. */
  now: () => number = Date.now;
  accessSeconds = 3600;
  /** How long refresh tokens last; undefined is without an end. */
  refreshSeconds: number | undefined;
  givesRefreshTokens = true;
  readonly #dialect: OAuthDialect;
  readonly #codes = new Map<string, Code>();
  readonly #access = new Map<string, Token>();
  readonly #refresh = new Map<string, Token>();
  #http!: AnsweringServer<OAuthAsked>;

  private constructor(dialect: OAuthDialect) {
    this.#dialect = dialect;
    this.rotation = dialect.rotation ?? 'none';
  }

  static async start(dialect: OAuthDialect): Promise<OAuthServer> {
    const server = new OAuthServer(dialect);
    server.#http = await AnsweringServer.start({
      understand: (asked) => server.#understand(asked),
      answer: (asked) => server.#answer(asked),
    });
    return server;
  }

  get url(): string {
    return this.#http.url;
  }

  get asked(): OAuthAsked[] {
    return this.#http.asked;
  }

  /** Decides about each request, if it returns something. */
  set answerWith(answer: FaultFor<OAuthAsked> | undefined) {
    this.#http.answerWith = answer;
  }

  /** How many calls there were at the token's address, of one kind. */
  count(grantType: 'authorization_code' | 'refresh_token'): number {
    return this.asked.filter(({ form }) => form.get('grant_type') === grantType).length;
  }

  /** Does in the browser's place what somebody does on the page. Returns where they are sent back to. */
  async consent(authorizeUrl: string, { email, refuses, leavesOut = [] }: Choice = {}): Promise<string> {
    const page = await fetch(authorizeUrl);
    if (page.status !== 200) throw new Error(`no page for consent: ${await page.text()}`);
    const { searchParams } = new URL(authorizeUrl);
    const scopes = (searchParams.get('scope') ?? '').split(' ').filter((scope) => !leavesOut.includes(scope));
    const body = new URLSearchParams({
      account: this.#accountFor(email).id,
      decision: refuses ? 'refuse' : 'allow',
    });
    for (const scope of scopes) body.append('allowed', scope);
    const answer = await fetch(authorizeUrl, { method: 'POST', body, redirect: 'manual' });
    return answer.headers.get('location') ?? '';
  }

  /** An access token without anybody's consent. */
  accessTokenOf(email: string, scopes: string[] = []): string {
    const grant = { account: this.#accountFor(email), scopes, hasEnded: false };
    return this.#add(this.#access, grant, this.accessSeconds);
  }

  /** A refresh token as consent gives one. */
  refreshTokenOf(email: string, scopes: string[] = []): string {
    const grant = { account: this.#accountFor(email), scopes, hasEnded: false };
    return this.#add(this.#refresh, grant, this.refreshSeconds);
  }

  /** Whose token it is; undefined for one that isn't valid, or no longer. */
  accountOf(accessToken: string): OAuthAccount | undefined {
    return this.#valid(this.#access, accessToken)?.grant.account;
  }

  /** What was granted with it. */
  scopesOf(accessToken: string): string[] {
    return this.#valid(this.#access, accessToken)?.grant.scopes ?? [];
  }

  /** Ends all access tokens before their time. Those that come after are valid. */
  endAccessTokens(): void {
    this.#access.clear();
  }

  /** Somebody takes their consent back at the provider. */
  takeBack(email: string): void {
    const tokens = [...this.#access.values(), ...this.#refresh.values()];
    for (const { grant } of tokens) if (grant.account.email === email) grant.hasEnded = true;
  }

  /** How many refresh tokens would be taken now. */
  get validRefreshTokens(): number {
    return [...this.#refresh.keys()].filter((token) => this.#valid(this.#refresh, token)).length;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#http[Symbol.asyncDispose]();
  }

  #understand(asked: AskedOf): OAuthAsked {
    const { authorize, token, revoke } = this.#dialect;
    const endpoints = { [authorize]: 'authorize', [token]: 'token', [revoke ?? '']: 'revoke' } as const;
    const isForm = asked.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    const form = new URLSearchParams([...asked.query, ...new URLSearchParams(isForm ? asked.body : '')]);
    return { ...asked, endpoint: endpoints[asked.path], form };
  }

  #answer(asked: OAuthAsked): Answer {
    if (asked.endpoint === 'authorize') return this.#authorize(asked);
    if (asked.endpoint === undefined || asked.method !== 'POST') return { status: 404, body: 'Not found' };
    return asked.endpoint === 'token' ? this.#token(asked) : this.#revoke(asked);
  }

  /** The page, and what was chosen on it: its form posts to the address of the page. */
  #authorize({ method, query, form }: OAuthAsked): Answer {
    const redirectUri = query.get('redirect_uri') ?? '';
    // Nobody is sent back to an address that isn't known.
    if (query.get('client_id') !== this.clientId) return errorPage('invalid_client');
    if (!this.redirectUris.includes(redirectUri)) return errorPage('redirect_uri_mismatch');
    const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean);
    const challenge = query.get('code_challenge') ?? '';
    const isComplete =
      query.get('response_type') === 'code' &&
      query.get('code_challenge_method') === 'S256' &&
      /^[\w-]{43}$/.test(challenge) &&
      scopes.length > 0;
    const back = (parameters: Record<string, string>): Answer => {
      const url = new URL(redirectUri);
      const state = query.get('state');
      const all = { ...(state !== null && { state }), ...parameters };
      for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
      return { status: 303, headers: { location: url.href } };
    };
    if (!isComplete) return back({ error: 'invalid_request' });
    if (method === 'GET') return consentPage(this.accounts, scopes, query.get('login_hint'));
    const account = this.accounts.find(({ id }) => id === form.get('account'));
    const allowed = scopes.filter((scope) => form.getAll('allowed').includes(scope));
    if (account === undefined || form.get('decision') !== 'allow') return back({ error: 'access_denied' });
    const code = secret('code');
    this.#codes.set(code, {
      grant: { account, scopes: allowed, hasEnded: false },
      endsAt: this.now() + CODE_MS,
      redirectUri,
      challenge,
      hasRefreshToken: this.givesRefreshTokens && (this.#dialect.givesRefreshToken?.(query) ?? true),
      isUsed: false,
    });
    return back({ code, scope: this.#named(allowed) });
  }

  #token({ headers, form }: OAuthAsked): Answer {
    if (!this.#isClient(headers.authorization, form)) return oauthRefusals.invalidClient;
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return this.#exchange(form);
      case 'refresh_token':
        return this.#refreshed(form);
      default:
        return { status: 400, body: { error: 'unsupported_grant_type' } };
    }
  }

  #exchange(form: URLSearchParams): Answer {
    const code = this.#codes.get(form.get('code') ?? '');
    if (code === undefined) return oauthRefusals.invalidGrant;
    // A code that comes twice may have been stolen: what came of it ends (RFC 6749, 4.1.2).
    if (code.isUsed) code.grant.hasEnded = true;
    const isRight =
      !code.isUsed &&
      code.endsAt > this.now() &&
      code.redirectUri === form.get('redirect_uri') &&
      code.challenge === challengeOf(form.get('code_verifier') ?? '');
    code.isUsed = true;
    if (!isRight) return oauthRefusals.invalidGrant;
    return this.#tokens(code.grant, code.hasRefreshToken);
  }

  #refreshed(form: URLSearchParams): Answer {
    const token = form.get('refresh_token') ?? '';
    const found = this.#valid(this.#refresh, token);
    if (found === undefined) return oauthRefusals.invalidGrant;
    if (this.rotation === 'replaced') this.#refresh.delete(token);
    return this.#tokens(found.grant, this.rotation !== 'none');
  }

  #tokens(grant: Grant, withRefreshToken: boolean): Answer {
    const { refreshSeconds } = this;
    const body = {
      access_token: this.#add(this.#access, grant, this.accessSeconds),
      token_type: 'Bearer',
      expires_in: this.accessSeconds,
      scope: this.#named(grant.scopes),
      ...(withRefreshToken && { refresh_token: this.#add(this.#refresh, grant, refreshSeconds) }),
      ...(refreshSeconds !== undefined && { refresh_token_expires_in: refreshSeconds }),
    };
    return { status: 200, headers: { 'cache-control': 'no-store' }, body };
  }

  /** Either token ends all that the account has allowed the application, as at Google. */
  #revoke({ form }: OAuthAsked): Answer {
    const token = form.get('token') ?? '';
    const found = this.#valid(this.#refresh, token) ?? this.#valid(this.#access, token);
    if (found === undefined) return { status: 400, body: { error: 'invalid_token' } };
    this.takeBack(found.grant.account.email);
    return { status: 200, body: {} };
  }

  #isClient(authorization: string | undefined, form: URLSearchParams): boolean {
    const basic = Buffer.from(`${this.clientId}:${this.clientSecret}`).toString('base64');
    if (authorization !== undefined) return authorization === `Basic ${basic}`;
    return form.get('client_id') === this.clientId && form.get('client_secret') === this.clientSecret;
  }

  #accountFor(email: string | undefined): OAuthAccount {
    const account = this.accounts.find((one) => email === undefined || one.email === email);
    if (account === undefined) throw new Error(`nobody here is ${email}`);
    return account;
  }

  #named(scopes: string[]): string {
    return (this.#dialect.nameScopes?.(scopes) ?? scopes).join(' ');
  }

  #add(tokens: Map<string, Token>, grant: Grant, seconds: number | undefined): string {
    const token = secret(tokens === this.#access ? 'access' : 'refresh');
    const endsAt = seconds === undefined ? Number.POSITIVE_INFINITY : this.now() + seconds * 1000;
    tokens.set(token, { grant, endsAt });
    return token;
  }

  #valid(tokens: Map<string, Token>, token: string): Token | undefined {
    const found = tokens.get(token);
    return found && !found.grant.hasEnded && found.endsAt > this.now() ? found : undefined;
  }
}

/** Easy to find where it must not be. */
const secret = (kind: string) => `${kind}-token.${randomBytes(24).toString('base64url')}`;
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
